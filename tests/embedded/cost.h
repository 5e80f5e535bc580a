/* What a call takes: cost_board.c measures it, cost_desktop.c calls only. */
#ifndef COST_H
#define COST_H

#include <stdint.h>

typedef struct cost {
    uint32_t instructions;
    uint32_t stack; /* bytes */
} cost;

cost cost_of(void (*run)(void));

#endif
