//! The self-test, and the flags that it is for: each is refused, has no effect, or is noticed when the code runs.

use super::samples;
use super::text::part;
use super::tools::{Directory, slow};
use crate::compile::{Compiled, Precision};
use crate::emit::selftest::hash;
use crate::emit::{c99, packed, rust};

const MAIN: &str = "int main(void) { return NAME_selftest(); }\n";

/// What becomes of code under a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It does not compile.
    Refused,
    /// It has the bits that it was made for.
    Kept,
    /// It has others, and says so.
    Noticed,
}

fn tested(mut compiled: Compiled, precision: Precision) -> Compiled {
    compiled.options.selftest = true;
    compiled.options.precision = precision;
    compiled
}

/// The fate of the C code; `None` without the compiler.
fn fate(directory: &Directory, name: &str, compiler: &str, flags: &str) -> Option<Fate> {
    // Linked without the flags, which would set the processor's own.
    let object = directory.run(&format!("{compiler} {flags} -c {name}.c -o {name}.o"))?;
    if !object.status.success() {
        return Some(Fate::Refused);
    }
    directory.text(&format!("{compiler} {name}.o main.c -o {name}"))?;
    let path = directory.path().join(name);
    let ran = directory.run(path.to_str().expect("a path"))?;
    Some(match ran.status.code() {
        Some(0) => Fate::Kept,
        _ => Fate::Noticed,
    })
}

fn written(name: &str, compiled: &Compiled) -> Directory {
    let directory = Directory::new(name);
    directory.emit(compiled);
    let include = format!("#include \"{}.h\"\n", compiled.name);
    directory.write("main.c", &(include + &MAIN.replace("NAME", &compiled.name)));
    directory
}

#[test]
fn code_that_is_compiled_as_it_should_be_passes() {
    for compiled in [
        samples::small(),
        samples::dry(),
        samples::open(),
        samples::closed(),
        samples::redundant(),
        samples::fixed(),
        packed(&samples::sparse()).into_owned(),
        packed(&samples::sparse_closed()).into_owned(),
    ] {
        for precision in [Precision::F64, Precision::F32] {
            let compiled = tested(compiled.clone(), precision);
            let name = &compiled.name;
            let directory = written(&format!("selftest-{name}-{precision:?}"), &compiled);
            for compiler in ["gcc", "clang"] {
                // In single precision at the level that is shipped, unless there is time.
                let levels = match (precision, slow()) {
                    (_, true) => &["-O0", "-O2", "-O3 -mfma"][..],
                    (Precision::F64, false) => &["-O2", "-O3 -mfma"],
                    (Precision::F32, false) => &["-O2"],
                };
                for level in levels {
                    let flags = format!("-std=c99 -Wall -Wextra -Wpedantic -Werror {level}");
                    let fate = fate(&directory, name, compiler, &flags);
                    let passed = matches!(fate, None | Some(Fate::Kept));
                    assert!(passed, "{name} {precision:?} {compiler} {level}: {fate:?}");
                }
            }
            if precision == Precision::F32 && !slow() && *name != samples::small().name {
                continue;
            }
            let struct_name = crate::name::struct_name(name);
            let main = format!(
                "include!(\"{name}.rs\");\nfn main() {{ assert!({struct_name}::selftest()); }}\n"
            );
            directory.write("main.rs", &main);
            directory.text("rustc --edition 2024 -O -A dead_code main.rs -o rust");
            let path = directory.path().join("rust");
            directory.text(path.to_str().expect("a path"));
        }
    }
}

/// Another bit in one of the constants.
#[test]
fn code_with_other_bits_fails() {
    let compiled = tested(samples::small(), Precision::F64);
    let directory = written("selftest-other", &compiled);
    let text = c99::emit_source(&compiled);
    let other = text.replace("0.7071067811865476", "0.7071067811865477");
    assert!(other != text);
    directory.write("two_link.c", &other);
    let fate = fate(&directory, "two_link", "gcc", "-O2");
    assert!(matches!(fate, None | Some(Fate::Noticed)), "{fate:?}");
}

/// The table of docs/flags.md, in double precision on x86-64.
#[cfg(target_arch = "x86_64")]
#[test]
fn flags_that_change_bits_are_refused_or_noticed() {
    use Fate::{Kept, Noticed, Refused};
    let compiled = tested(samples::arm(), Precision::F64);
    let directory = written("selftest-flags", &compiled);
    for (flags, gcc, clang) in [
        ("", Kept, Kept),
        ("-std=c99", Kept, Kept),
        ("-mfma", Kept, Kept),
        ("-ffast-math", Refused, Refused),
        ("-Ofast", Refused, Refused),
        ("-funsafe-math-optimizations", Refused, Kept),
        (
            "-fassociative-math -fno-signed-zeros -fno-trapping-math",
            Refused,
            Kept,
        ),
        ("-freciprocal-math", Refused, Kept),
        ("-fno-signed-zeros", Refused, Kept),
        ("-ffinite-math-only", Refused, Refused),
        ("-fno-trapping-math", Kept, Kept),
        ("-fno-math-errno", Kept, Kept),
        ("-frounding-math", Kept, Kept),
        ("-fsingle-precision-constant", Refused, Kept),
        ("-mfpmath=387", Refused, Refused),
        ("-ffp-contract=fast", Kept, Kept),
        ("-ffp-contract=fast -mfma", Kept, Noticed),
    ] {
        for (compiler, expected) in [("gcc", gcc), ("clang", clang)] {
            let level = if flags == "-Ofast" { "" } else { "-O2" };
            let all = format!("{level} {flags} -Wno-ignored-optimization-argument");
            let all = if compiler == "gcc" {
                format!("{level} {flags}")
            } else {
                all
            };
            let found = fate(&directory, "arm", compiler, &all);
            let agrees = found.is_none_or(|found| found == expected);
            assert!(
                agrees,
                "{compiler} {flags}: {found:?}, {expected:?} was expected"
            );
        }
    }
}

/// The flag is none of the file's: it links start-up code that flushes small numbers to zero.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn numbers_that_are_flushed_to_zero_are_noticed() {
    let compiled = tested(samples::small(), Precision::F64);
    let directory = written("selftest-flushed", &compiled);
    if directory
        .text("gcc -std=c99 -O2 -c two_link.c main.c")
        .is_none()
    {
        return;
    }
    for (flags, status) in [("", 0), ("-Ofast", 1)] {
        directory.text(&format!("gcc {flags} two_link.o main.o -o flushed"));
        let path = directory.path().join("flushed");
        let ran = directory.run(path.to_str().expect("a path"));
        let found = ran.and_then(|ran| ran.status.code());
        assert_eq!(found, Some(status), "{flags}");
    }
}

/// A function of prepared values, one that fails by a margin, and one with two results.
fn of_three_kinds() -> Compiled {
    let mut all = samples::open();
    all.functions.retain(|one| one.name == "gravity");
    let mut guarded = samples::guarded().functions.remove(0);
    guarded.name = "forward_dynamics".into();
    let small = samples::small().functions.into_iter();
    let rates = small.filter(|one| one.name == "hamiltonian_rates");
    all.functions.push(guarded);
    all.functions.extend(rates);
    tested(all, Precision::F64)
}

/// A self-test with the number that is expected.
fn expecting(text: &str, compiled: &Compiled) -> String {
    text.replace("HASH", &format!("{:#018x}", hash(compiled)))
}

const IN_C: &str = "\
int open_selftest(void)
{
    volatile uint32_t start = 1;
    uint32_t seed = start;
    uint64_t hash = 0;
    int round;
    volatile double least = DBL_MIN;
    const double subnormal = 0.25 * least;
    hash = denoc_hash(hash, 1, &subnormal);
    const open_parameters parameters = open_parameters_default();
    open_prepared prepared;
    if (open_prepare(&parameters, &prepared) != 0) {
        return 1;
    }
    hash = denoc_hash(hash, OPEN_PREPARED, prepared.value);
    for (round = 0; round < 3; round++) {
        {
            double q[1];
            double result0[1];
            seed = denoc_fill(seed, 1, q);
            open_gravity(&prepared, q, result0);
            hash = denoc_hash(hash, 1, result0);
        }
        {
            double q[1];
            double result0[1];
            int status;
            seed = denoc_fill(seed, 1, q);
            status = open_forward_dynamics(q, result0);
            hash = denoc_mix(hash, (uint64_t)status);
            if (status == 0) {
                hash = denoc_hash(hash, 1, result0);
            }
        }
        {
            double q[2];
            double p[2];
            double tau[2];
            double result0[2];
            double result1[2];
            seed = denoc_fill(seed, 2, q);
            seed = denoc_fill(seed, 2, p);
            seed = denoc_fill(seed, 2, tau);
            open_hamiltonian_rates(q, p, tau, result0, result1);
            hash = denoc_hash(hash, 2, result0);
            hash = denoc_hash(hash, 2, result1);
        }
    }
    return hash != UINT64_C(HASH);
}
";

#[test]
fn all_results_are_mixed_in_c() {
    let compiled = of_three_kinds();
    let text = c99::emit_source(&compiled);
    let found = part(&text, "int open_selftest(void)\n", "\n}\n");
    assert_eq!(found, expecting(IN_C, &compiled));
}

const IN_RUST: &str = "    pub fn selftest() -> bool {
        fn fill<const N: usize>(seed: &mut u32) -> [f64; N] {
            let mut values = [0.0; N];
            for value in &mut values {
                *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *value = ((*seed >> 8) as i32 - 8_388_608) as f64 / 4_194_304.0;
            }
            values
        }
        fn mix(hash: u64, bits: u64) -> u64 {
            let product = (hash ^ bits).wrapping_mul(0x0000_0100_0000_01b3);
            product ^ (product >> 29)
        }
        fn mixed(mut hash: u64, values: &[f64]) -> u64 {
            for value in values {
                let bits = if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() };
                hash = mix(hash, bits);
            }
            hash
        }
        let mut seed = ::core::hint::black_box(1_u32);
        let subnormal = ::core::hint::black_box(f64::MIN_POSITIVE) * 0.25;
        let mut hash = mixed(0, &[subnormal]);
        let Ok(prepared) = OpenParameters::default().prepare() else { return false };
        hash = mixed(hash, &prepared.value);
        for _ in 0..3 {
            let q = fill(&mut seed);
            let result0 = Self::gravity(&prepared, &q);
            hash = mixed(hash, &result0);
            let q = fill(&mut seed);
            let outcome = Self::forward_dynamics(&q);
            hash = mix(hash, u64::from(outcome.is_err()));
            if let Ok(result0) = outcome {
                hash = mixed(hash, &result0);
            }
            let q = fill(&mut seed);
            let p = fill(&mut seed);
            let tau = fill(&mut seed);
            let (result0, result1) = Self::hamiltonian_rates(&q, &p, &tau);
            hash = mixed(hash, &result0);
            hash = mixed(hash, &result1);
        }
        hash == HASH
    }
";

#[test]
fn all_results_are_mixed_in_rust() {
    let compiled = of_three_kinds();
    let text = rust::file(&compiled, true);
    let found = part(&text, "    pub fn selftest() -> bool {\n", "\n    }\n");
    assert_eq!(found, expecting(IN_RUST, &compiled));
}
