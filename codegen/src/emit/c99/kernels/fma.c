/* Fused operations are instructions of the target, not calls of a library. */
#if !defined(FP_FAST_FMA) && !defined(__FP_FAST_FMA) && !defined(__FMA__) && !defined(__ARM_FEATURE_FMA)
#error "this file has fused operations (fma), which the target has not: compile with -mfma or -march=native, generate it without --fma, or with --fma=any for slow ones of the library"
#endif
