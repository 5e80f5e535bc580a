/* The same bits under every compiler: IEEE arithmetic in the types as written, nothing reassociated, nothing fused. What no macro
   tells of, clang's -ffp-contract=fast, which overrides the pragma, is found by NAME_selftest() at run time, where asked for. */
#include <float.h>
#if defined(__FAST_MATH__)
#error "this file needs IEEE arithmetic: remove -ffast-math (-Ofast)"
#endif
#if defined(__ASSOCIATIVE_MATH__)
#error "this file needs IEEE arithmetic: remove -fassociative-math (-funsafe-math-optimizations)"
#endif
#if defined(__RECIPROCAL_MATH__)
#error "this file needs IEEE arithmetic: remove -freciprocal-math"
#endif
#if defined(__NO_SIGNED_ZEROS__)
#error "this file needs IEEE arithmetic: remove -fno-signed-zeros"
#endif
#if defined(__FINITE_MATH_ONLY__)
#if __FINITE_MATH_ONLY__ != 0
#error "this file needs IEEE arithmetic: remove -ffinite-math-only"
#endif
#endif
#if defined(_M_FP_FAST)
#error "this file needs IEEE arithmetic: compile with /fp:precise"
#endif
#if defined(FLT_EVAL_METHOD)
/* 16: gcc's way to say 0 on processors with _Float16 arithmetic */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "this file needs FLT_EVAL_METHOD 0: compile with -msse2 -mfpmath=sse on x86, with -fexcess-precision=fast on s390x"
#endif
#endif
#if defined(__clang__)
/* Nothing of clang's -funsafe-math-optimizations, -fassociative-math, -freciprocal-math, -fno-signed-zeros. */
#pragma float_control(precise, on)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
/* gcc 12 with -mfma makes fmaddsub of straight-line code whatever fp-contract says: its SLP vectoriser must be off. */
#pragma GCC optimize ("fp-contract=off", "no-tree-slp-vectorize")
#endif
