/* The same bits under every compiler: IEEE arithmetic in the types as written, nothing reassociated, nothing fused.
   No macro tells of clang's -ffp-contract=fast, which overrides the pragma: do not compile with it. */
#include <float.h>
#if defined(__FAST_MATH__)
#error "this file needs IEEE arithmetic: remove -ffast-math (-Ofast)"
#endif
#if defined(__ASSOCIATIVE_MATH__)
#error "this file needs IEEE arithmetic: remove -fassociative-math"
#endif
#if defined(FLT_EVAL_METHOD)
/* 16: gcc's way to say 0 on processors with _Float16 arithmetic */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "this file needs FLT_EVAL_METHOD 0: on x86 compile with -msse2 -mfpmath=sse"
#endif
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
/* gcc 12 with -mfma makes fmaddsub of straight-line code whatever fp-contract says: its SLP vectoriser must be off. */
#pragma GCC optimize ("fp-contract=off", "no-tree-slp-vectorize")
#endif
