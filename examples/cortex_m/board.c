/*
 * A Cortex-M4 from reset to main, without a C library: vector table, memory, FPU, and semihosting, by which the program prints
 * and ends (Arm, "Semihosting for AArch32 and AArch64": the operation in r0, its argument in r1, BKPT 0xAB).
 */
#include "console.h"

#include <stddef.h>
#include <stdint.h>

#define SYS_WRITE0 0x04
#define SYS_EXIT 0x18
#define APPLICATION_EXIT 0x20026 /* ends QEMU with status 0 */
#define RUN_TIME_ERROR 0x20023   /* ends it with status 1 */

/* Coprocessor access control register: bits 20 to 23 open the FPU. */
#define CPACR (*(volatile uint32_t *)0xE000ED88U)

/* Places of image.ld. */
extern uint32_t stack_top, data_start, data_end, data_image, bss_start, bss_end;

int main(void);
void reset(void);
void fault(void);

static void semihosting(uint32_t operation, uintptr_t argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register uintptr_t r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

void console_print(const char *text)
{
    semihosting(SYS_WRITE0, (uintptr_t)text);
}

void fault(void)
{
    console_print("fault\n");
    semihosting(SYS_EXIT, RUN_TIME_ERROR);
    for (;;) {
    }
}

void reset(void)
{
    uint32_t *from = &data_image, *to;
    for (to = &data_start; to < &data_end; to++) {
        *to = *from++;
    }
    for (to = &bss_start; to < &bss_end; to++) {
        *to = 0;
    }
    CPACR |= 0xFU << 20;
    __asm__ volatile("dsb\n isb" ::: "memory");
    semihosting(SYS_EXIT, main() == 0 ? APPLICATION_EXIT : RUN_TIME_ERROR);
    for (;;) {
    }
}

/* The compiler may call these for arrays. */
void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    volatile unsigned char *bytes = to;
    const unsigned char *source = from;
    while (length-- > 0) {
        *bytes++ = *source++;
    }
    return to;
}

void *memset(void *to, int value, size_t length)
{
    volatile unsigned char *bytes = to;
    while (length-- > 0) {
        *bytes++ = (unsigned char)value;
    }
    return to;
}

/* Initial stack, reset, and the fourteen exceptions of the core, none of which may happen. */
typedef union {
    uint32_t *stack;
    void (*handler)(void);
} vector;

__attribute__((used, section(".vectors"))) static const vector vectors[16] = {
    {.stack = &stack_top}, {.handler = reset}, {.handler = fault}, {.handler = fault},
    {.handler = fault},    {.handler = fault}, {.handler = fault}, {.handler = fault},
    {.handler = fault},    {.handler = fault}, {.handler = fault}, {.handler = fault},
    {.handler = fault},    {.handler = fault}, {.handler = fault}, {.handler = fault},
};
