//! The generator of the search: seeded, the same on every machine.

/// xorshift64*.
pub(super) struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub(super) fn new(seed: u64) -> Self {
        // SplitMix64: neighbouring seeds give unrelated sequences, and the state is never 0.
        let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self((x ^ (x >> 31)) | 1)
    }

    /// 32 random bits.
    #[inline]
    pub(super) fn bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A number below `n`, or 0.
    #[inline]
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.bits()) * n as u64) >> 32) as usize
    }

    /// Two different numbers below `n`, when there are two.
    #[inline]
    pub(super) fn pair(&mut self, n: usize) -> Option<(usize, usize)> {
        let a = self.below(n);
        let b = self.below(n.checked_sub(1).filter(|rest| *rest > 0)?);
        Some((a, if b >= a { b + 1 } else { b }))
    }

    /// A number from −3 to 3.
    pub(super) fn coordinate(&mut self) -> f64 {
        f64::from(self.bits()) / f64::from(u32::MAX) * 6.0 - 3.0
    }
}
