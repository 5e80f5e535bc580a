/*
 * Instructions and stack of a call on a Cortex-M in QEMU.
 *
 * With `-icount shift=10` an instruction takes 1024 ns, and the timer SysTick counts down once in 40 ns (25 MHz, the clock of the MPS2
 * boards): 25.6 counts are an instruction, so that rounding gives their exact number. 24 bits are enough for 655 360 instructions.
 * The stack below is filled with a pattern before the call; afterwards the lowest word that is another says how deep the call went.
 */
#include "cost.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010U) /* control: bit 0 enables, bit 2 takes the clock of the processor */
#define SYST_RVR (*(volatile uint32_t *)0xE000E014U) /* reload value */
#define SYST_CVR (*(volatile uint32_t *)0xE000E018U) /* current value */

#define WORDS 16384U /* 64 KiB */
#define PATTERN 0xA5C35A3CU
#define GAP 16U /* words that this function may need while it fills */

static volatile uint32_t *stack_pointer(void)
{
    volatile uint32_t *pointer;
    __asm__ volatile("mov %0, sp" : "=r"(pointer));
    return pointer;
}

__attribute__((noinline)) cost cost_of(void (*run)(void))
{
    volatile uint32_t *const top = stack_pointer();
    cost found;
    uint32_t at, before, after;
    for (at = GAP; at <= WORDS; at++) {
        *(top - at) = PATTERN;
    }
    SYST_RVR = 0x00FFFFFFU;
    SYST_CVR = 0;
    SYST_CSR = 5;
    before = SYST_CVR;
    run();
    after = SYST_CVR;
    SYST_CSR = 0;
    for (at = WORDS; at > GAP && *(top - at) == PATTERN; at--) {
    }
    found.instructions = (((before - after) & 0x00FFFFFFU) * 5U + 64U) / 128U;
    found.stack = 4U * at;
    return found;
}
