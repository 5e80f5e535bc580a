//! `linear`: solutions known beforehand, the conditions of Penrose, edges, and the text that standalone files carry.

mod reference;

use denoc_sincos::linear::solve_price;
use denoc_sincos::source;
use reference::Random;

/// The same tests in one precision.
macro_rules! suite {
    ($name:ident, $float:ident, $solver:ident) => {
        mod $name {
            use super::Random;
            use denoc_sincos::linear::$solver::{minimum_norm, solve};

            type Float = $float;
            const EPSILON: Float = Float::EPSILON;

            fn random(random: &mut Random, len: usize) -> Vec<Float> {
                (0..len).map(|_| random.within(1.0) as Float).collect()
            }

            /// From −3 to 3, so that products of few of them are exact.
            fn integers(random: &mut Random, len: usize) -> Vec<Float> {
                (0..len)
                    .map(|_| random.within(3.5).round() as Float)
                    .collect()
            }

            /// A B of row-major matrices; `inner` columns of A, `columns` of B.
            fn product(inner: usize, columns: usize, a: &[Float], b: &[Float]) -> Vec<Float> {
                let element = |row: &[Float], j: usize| {
                    let terms = row.iter().enumerate();
                    terms.map(|(k, x)| x * b[k * columns + j]).sum()
                };
                let rows = a.chunks_exact(inner);
                rows.flat_map(|row| (0..columns).map(move |j| element(row, j)))
                    .collect()
            }

            fn transposed(columns: usize, a: &[Float]) -> Vec<Float> {
                let column = |j| a.chunks_exact(columns).map(move |row| row[j]);
                (0..columns).flat_map(column).collect()
            }

            fn apart(a: &[Float], b: &[Float]) -> Float {
                assert_eq!(a.len(), b.len());
                let pairs = a.iter().zip(b);
                pairs.map(|(a, b)| (a - b).abs()).fold(0.0, Float::max)
            }

            fn size(a: &[Float]) -> Float {
                a.iter().map(|x| x.abs()).fold(0.0, Float::max)
            }

            fn solved(n: usize, a: &[Float], b: &[Float]) -> Option<Vec<Float>> {
                let (mut a, mut x) = (a.to_vec(), b.to_vec());
                solve(n, 1, &mut a, &mut x).then_some(x)
            }

            fn shortest(
                columns: usize,
                a: &[Float],
                b: &[Float],
                cutoff: Float,
            ) -> Option<Vec<Float>> {
                let mut x = vec![Float::NAN; columns];
                let (mut a, mut b) = (a.to_vec(), b.to_vec());
                minimum_norm(b.len(), columns, &mut a, &mut b, cutoff, &mut x).then_some(x)
            }

            #[test]
            fn random_systems_are_solved_to_rounding() {
                let mut source = Random(41);
                for case in 0..4000 {
                    let n = 1 + case % 12;
                    let (a, x) = (random(&mut source, n * n), random(&mut source, n));
                    let b = product(n, 1, &a, &x);
                    let found = solved(n, &a, &b).expect("regular");
                    let bound = 8.0 * n as Float * EPSILON * (1.0 + n as Float * size(&found));
                    let error = apart(&product(n, 1, &a, &found), &b);
                    assert!(error <= bound, "case {case}: {error:e} > {bound:e}");
                }
            }

            #[test]
            fn a_permutation_is_solved_exactly() {
                let a = [0.0, 0.0, 2.0, -4.0, 0.0, 0.0, 0.0, 0.5, 0.0];
                assert_eq!(solved(3, &a, &[6.0, 8.0, 1.0]), Some(vec![-2.0, 2.0, 3.0]));
                assert_eq!(solved(0, &[], &[]), Some(vec![]));
                assert_eq!(solved(1, &[-0.25], &[3.0]), Some(vec![-12.0]));
            }

            #[test]
            fn singular_systems_are_distinguished_from_small_ones() {
                let (mut source, mut missed) = (Random(42), 0);
                for case in 0..1000 {
                    let n = 2 + case % 8;
                    let left = integers(&mut source, n * (n - 1));
                    let right = integers(&mut source, (n - 1) * n);
                    let a = product(n - 1, n, &left, &right);
                    // Small pivots before the last make its rounding large: then the solution is, too.
                    if let Some(x) = solved(n, &a, &random(&mut source, n)) {
                        assert!(size(&x) > 1e-3 / EPSILON, "case {case}: {x:?}");
                        missed += 1;
                    }
                    // The same size, but regular.
                    let scale = Float::MIN_POSITIVE * 1024.0 / EPSILON;
                    let a: Vec<Float> = random(&mut source, n * n)
                        .iter()
                        .map(|x| x * scale)
                        .collect();
                    let b = product(n, 1, &a, &vec![1.0; n]);
                    assert!(solved(n, &a, &b).is_some(), "case {case}");
                }
                println!("{missed} of 1000 are not reported");
                assert!(missed < 25, "{missed}");
                assert_eq!(solved(3, &[0.0; 9], &[1.0; 3]), None);
                // A pivot of n ε max |a| is one too small, the next number is not.
                let edge = 2.0 * EPSILON;
                assert_eq!(solved(2, &[1.0, 0.0, 0.0, edge], &[1.0; 2]), None);
                assert!(solved(2, &[1.0, 0.0, 0.0, edge.next_up()], &[1.0; 2]).is_some());
            }

            #[test]
            fn nan_and_infinities_give_no_result() {
                for odd in [Float::NAN, Float::INFINITY, Float::NEG_INFINITY] {
                    for at in 0..4 {
                        let mut a = [2.0, 1.0, 1.0, 3.0];
                        a[at] = odd;
                        assert_eq!(solved(2, &a, &[1.0; 2]), None);
                        assert_eq!(shortest(2, &a, &[1.0; 2], 0.0), None);
                    }
                    assert_eq!(shortest(2, &[2.0, 1.0, 1.0, 3.0], &[1.0, odd], 0.0), None);
                    assert_eq!(shortest(1, &[1.0], &[1.0], odd), None);
                }
                assert_eq!(shortest(1, &[1.0], &[1.0], -0.1), None);
                // Growth beyond the largest number: 2 max in the last pivot.
                let a = [Float::MAX, Float::MAX, -Float::MAX, Float::MAX];
                assert_eq!(solved(2, &a, &[1.0; 2]), None);
                // The solution itself is too large.
                assert_eq!(
                    shortest(1, &[Float::MIN_POSITIVE], &[Float::MAX], 0.0),
                    None
                );
            }

            #[test]
            fn several_sides_are_solved_as_each_alone() {
                let mut source = Random(47);
                for case in 0..1000 {
                    let (n, sides) = (1 + case % 7, case / 7 % 5);
                    let a = random(&mut source, n * n);
                    let b = random(&mut source, n * sides);
                    let (mut used, mut all) = (a.clone(), b.clone());
                    let done = solve(n, sides, &mut used, &mut all);
                    for side in 0..sides {
                        let column = |b: &[Float]| -> Vec<Float> {
                            b.iter().skip(side).step_by(sides).copied().collect()
                        };
                        let alone = solved(n, &a, &column(&b));
                        assert_eq!(alone, done.then(|| column(&all)), "{case}");
                    }
                }
            }

            #[test]
            fn short_slices_give_no_result() {
                assert!(!solve(2, 1, &mut [1.0; 3], &mut [1.0; 2]));
                assert!(!solve(2, 1, &mut [1.0, 0.0, 0.0, 1.0], &mut [1.0]));
                assert!(!solve(2, 2, &mut [1.0, 0.0, 0.0, 1.0], &mut [1.0; 3]));
                assert!(!solve(usize::MAX, 1, &mut [1.0], &mut [1.0]));
                assert!(!solve(1, usize::MAX, &mut [1.0], &mut [1.0]));
                let mut x = [0.0; 2];
                assert!(!minimum_norm(
                    2,
                    2,
                    &mut [1.0; 3],
                    &mut [1.0; 2],
                    0.0,
                    &mut x
                ));
                assert!(!minimum_norm(2, 2, &mut [1.0; 4], &mut [1.0], 0.0, &mut x));
                assert!(!minimum_norm(
                    2,
                    2,
                    &mut [1.0; 4],
                    &mut [1.0; 2],
                    0.0,
                    &mut x[..1]
                ));
                assert!(!minimum_norm(
                    usize::MAX,
                    2,
                    &mut [1.0; 4],
                    &mut [1.0; 2],
                    0.0,
                    &mut x
                ));
                // What is longer stays as it is behind the length.
                let (mut a, mut b) = ([2.0, 7.0], [1.0, 7.0]);
                assert!(solve(1, 1, &mut a, &mut b));
                assert_eq!((b, a[1]), ([0.5, 7.0], 7.0));
            }

            #[test]
            fn least_squares_of_any_shape_and_rank_are_those_of_penrose() {
                let mut source = Random(43);
                let mut worst: Float = 0.0;
                for case in 0..6000 {
                    let (rows, columns, rank) = (1 + case % 7, 1 + case / 7 % 7, 1 + case / 49 % 5);
                    let left = integers(&mut source, rows * rank);
                    let right = integers(&mut source, rank * columns);
                    let a = product(rank, columns, &left, &right);
                    let b = random(&mut source, rows);
                    let x = shortest(columns, &a, &b, 100.0 * EPSILON).expect("converges");
                    // Aᵀ (A x − b) = 0: least squares.
                    let image = product(columns, 1, &a, &x);
                    let gap: Vec<Float> = image.iter().zip(&b).map(|(y, b)| y - b).collect();
                    let normal = size(&product(rows, 1, &transposed(columns, &a), &gap));
                    // x = A⁺ A x: of the row space, hence the shortest.
                    let again = shortest(columns, &a, &image, 100.0 * EPSILON).expect("converges");
                    let rounding = EPSILON * (1.0 + size(&a)) * (1.0 + size(&a) * size(&x));
                    worst = worst
                        .max(normal / rounding)
                        .max(apart(&x, &again) / rounding);
                }
                println!("{worst}");
                assert!(worst < 100.0, "{worst}");
            }

            #[test]
            fn a_consistent_system_gives_the_solution_of_its_row_space() {
                let mut source = Random(44);
                for case in 0..2000 {
                    let (rows, columns, rank) = (3 + case % 4, 4 + case / 4 % 3, 1 + case / 12 % 3);
                    // Well conditioned: the rows of a unit matrix, mixed a little.
                    let near = |value: Float, at: bool| 0.2 * value + if at { 1.0 } else { 0.0 };
                    let mut left = random(&mut source, rows * rank);
                    let mut right = random(&mut source, rank * columns);
                    for i in 0..rows {
                        for k in 0..rank {
                            left[i * rank + k] = near(left[i * rank + k], i == k);
                        }
                    }
                    for k in 0..rank {
                        for j in 0..columns {
                            right[k * columns + j] = near(right[k * columns + j], j == k);
                        }
                    }
                    let a = product(rank, columns, &left, &right);
                    let x = product(
                        rank,
                        1,
                        &transposed(columns, &right),
                        &random(&mut source, rank),
                    );
                    let found = shortest(columns, &a, &product(columns, 1, &a, &x), 1e4 * EPSILON);
                    let error = apart(&found.expect("converges"), &x);
                    assert!(error < 100.0 * EPSILON, "case {case}: {error:e}");
                }
            }

            #[test]
            fn without_a_cut_off_the_sweeps_suffice() {
                let mut source = Random(45);
                for case in 0..3000 {
                    let (rows, columns, rank) = (1 + case % 8, 1 + case / 8 % 8, 1 + case / 64 % 4);
                    let left = random(&mut source, rows * rank);
                    let mut right = random(&mut source, rank * columns);
                    for x in &mut right {
                        *x *= (10.0 as Float).powi((source.bits() % 16) as i32 - 8);
                    }
                    let a = product(rank, columns, &left, &right);
                    for cutoff in [0.0, 1e-9, 10.0 * EPSILON] {
                        let zero = vec![0.0; rows];
                        let x = shortest(columns, &a, &zero, cutoff);
                        assert_eq!(x, Some(vec![0.0; columns]), "case {case}");
                    }
                }
            }

            #[test]
            fn powers_of_two_change_nothing_but_the_scale() {
                let (mut source, power) = (Random(46), (2.0 as Float).powi(Float::MAX_EXP / 2));
                for _ in 0..200 {
                    let (a, b) = (random(&mut source, 15), random(&mut source, 3));
                    let scaled = |x: &[Float], by: Float| -> Vec<Float> {
                        x.iter().map(|x| x * by).collect()
                    };
                    let x = shortest(5, &a, &b, 1e-3).expect("converges");
                    let large = shortest(5, &scaled(&a, power), &scaled(&b, power), 1e-3);
                    assert_eq!(large, Some(x.clone()));
                    let tiny = shortest(5, &scaled(&a, 1.0 / power), &b, 1e-3);
                    assert_eq!(tiny, Some(scaled(&x, power)));
                }
            }

            #[test]
            fn empty_and_zero_systems_have_the_shortest_solution_0() {
                assert_eq!(shortest(3, &[0.0; 6], &[1.0, 2.0], 0.0), Some(vec![0.0; 3]));
                assert_eq!(shortest(2, &[1.0, 2.0], &[0.0], 0.0), Some(vec![0.0; 2]));
                assert_eq!(shortest(2, &[], &[], 0.0), Some(vec![0.0; 2]));
                assert_eq!(shortest(0, &[], &[1.0], 0.0), Some(vec![]));
            }

            #[test]
            fn the_cut_off_is_relative_to_the_largest_singular_value() {
                let a = [0.0, 4.0, 0.004, 0.0];
                assert_eq!(shortest(2, &a, &[2.0, 1.0], 1.1e-3), Some(vec![0.0, 0.5]));
                let kept = shortest(2, &a, &[2.0, 1.0], 0.9e-3).expect("converges");
                assert!(apart(&kept, &[250.0, 0.5]) < 250.0 * 2.0 * EPSILON);
            }
        }
    };
}

suite!(in_double_precision, f64, double);
suite!(in_single_precision, f32, single);

#[test]
fn entries_from_1e_minus_100_to_1e100_are_solved() {
    use denoc_sincos::linear::double::{minimum_norm, solve};
    for scale in [1e-100, 1.0, 1e100] {
        let a = [3.0 * scale, 1.0 * scale, 1.0 * scale, 2.0 * scale];
        for size in [1e-100, 1e100] {
            let (mut b, mut x) = ([5.0 * size, 5.0 * size], [0.0; 2]);
            let mut solved = b;
            assert!(solve(2, 1, &mut a.clone(), &mut solved));
            assert!(minimum_norm(2, 2, &mut a.clone(), &mut b, 1e-9, &mut x));
            for x in [x, solved] {
                for (x, exact) in x.iter().zip([1.0, 2.0]) {
                    assert!((x / (size / scale) - exact).abs() < 1e-14, "{x:e}");
                }
            }
        }
    }
    // Lengths in one row, angles in another: the scales of rows differ.
    let (mut a, mut b, mut x) = ([1e60, 2e60, 1e-60, -1e-60], [3e60, 0.0], [0.0; 2]);
    assert!(minimum_norm(2, 2, &mut a, &mut b, 0.0, &mut x));
    assert!((x[0] - 1.0).abs() < 1e-14 && (x[1] - 1.0).abs() < 1e-14);
}

/// What `solve` does, step by step.
fn counted(n: usize, sides: usize) -> [usize; 3] {
    let [mut mul, mut add, mut div] = [1, 0, 0]; // n ε is a constant
    for k in 0..n {
        div += 1;
        for _ in k + 1..n {
            let elements = n - k - 1;
            mul += 1 + elements + sides;
            add += elements + sides;
        }
    }
    for k in 0..n {
        mul += sides * (n - k - 1 + 1);
        add += sides * (n - k - 1);
    }
    [mul, add, div]
}

#[test]
fn the_price_of_a_solution_is_that_of_its_steps() {
    for n in 0..20 {
        for sides in 0..4 {
            assert_eq!(solve_price(n, sides), counted(n, sides), "{n}, {sides}");
        }
    }
    const { assert!(solve_price(6, 1)[0] == 55 + 45 + 6 + 1) };
}

#[test]
fn the_text_is_a_module_that_needs_nothing() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, float, text) in [
        ("linear_f64", "f64", source::ROOT_F64),
        ("linear_f32", "f32", source::ROOT_F32),
    ] {
        let text = format!("{text}\n{}\n{}", source::SOLVE, source::MINIMUM_NORM);
        let source = directory.join(format!("{name}.rs"));
        let used = format!(
            "#![no_std]\n#![forbid(unsafe_code)]\npub fn f(a: &mut [{float}], b: &mut [{float}]) -> bool {{\n    \
             denoc_linear::solve(2, 1, a, b)\n}}\n\n#[allow(dead_code)]\nmod denoc_linear {{\n{text}}}\n"
        );
        std::fs::write(&source, used).expect("a file for the test");
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let output = std::process::Command::new(rustc)
            .args([
                "--edition=2024",
                "--crate-type=lib",
                "--emit=metadata",
                "-Dwarnings",
            ])
            .arg("--out-dir")
            .arg(directory)
            .arg(&source)
            .output()
            .expect("rustc");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{said}");
        assert!(!text.lines().any(|line| line.trim_end() != line));
    }
}
