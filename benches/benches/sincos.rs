//! Nanoseconds for the sines and cosines of all joints of one state, ours beside the platform's.
//!
//! `cargo bench -p denoc-benches --bench sincos`, with `RUSTFLAGS="-C target-cpu=native"` for what the processor can.
//! Angles are copied into the padded array as generated code does it. Successive calls run through 1024 random states,
//! so no branch predictor learns them.

use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const STATES: usize = 1024;

/// Angles in ±π from a fixed seed.
fn states<const Q: usize>() -> Vec<[f64; Q]> {
    let mut state = 1_u64;
    let mut angle = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64 * std::f64::consts::TAU - std::f64::consts::PI
    };
    (0..STATES)
        .map(|_| std::array::from_fn(|_| angle()))
        .collect()
}

/// One state as generated code computes it: pad, evaluate, use.
#[inline(never)]
fn ours<const Q: usize, const N: usize>(q: &[f64; Q]) {
    let mut angles = [0.0; N];
    angles[..Q].copy_from_slice(q);
    let (mut sin, mut cos) = ([0.0; N], [0.0; N]);
    denoc::sincos(&angles, &mut sin, &mut cos);
    black_box((&sin, &cos));
}

#[inline(never)]
fn ours_single<const Q: usize, const N: usize>(q: &[f32; Q]) {
    let mut angles = [0.0; N];
    angles[..Q].copy_from_slice(q);
    let (mut sin, mut cos) = ([0.0; N], [0.0; N]);
    denoc::sincosf(&angles, &mut sin, &mut cos);
    black_box((&sin, &cos));
}

#[inline(never)]
fn platform<const Q: usize>(q: &[f64; Q]) {
    let (mut sin, mut cos) = ([0.0; Q], [0.0; Q]);
    for i in 0..Q {
        (sin[i], cos[i]) = q[i].sin_cos();
    }
    black_box((&sin, &cos));
}

/// The next state in every call; a sample is one round through all.
fn run<T>(bencher: Bencher<'_, '_>, states: &[T], function: impl Fn(&T)) {
    let mut i = 0;
    bencher.bench_local(|| {
        i = (i + 1) % STATES;
        function(black_box(&states[i]));
    });
}

macro_rules! benches {
    ($($module:ident: $angles:literal padded to $padded:literal;)*) => {$(
        mod $module {
            use super::*;

            #[divan::bench(sample_size = 1024)]
            fn denoc(bencher: Bencher<'_, '_>) {
                run(bencher, &states(), ours::<$angles, $padded>);
            }

            #[divan::bench(sample_size = 1024)]
            fn denoc_f32(bencher: Bencher<'_, '_>) {
                let states: Vec<_> = states().iter().map(|q| q.map(|x| x as f32)).collect();
                run(bencher, &states, ours_single::<$angles, $padded>);
            }

            #[divan::bench(sample_size = 1024)]
            fn std(bencher: Bencher<'_, '_>) {
                run(bencher, &states(), platform::<$angles>);
            }
        }
    )*};
}

benches! {
    angles_06: 6 padded to 8;
    angles_07: 7 padded to 8;
    angles_12: 12 padded to 16;
    angles_30: 30 padded to 32;
}
