//! Arguments that several commands share.

use std::path::Path;

use clap::{Args, ValueEnum};
use denoc_codegen::compile::{Fma, Options, Precision, Sincos};
use denoc_codegen::mechanism::Basis;
use denoc_codegen::report::Format;

use crate::style;

/// How to compile.
#[derive(Args)]
pub(crate) struct Compilation {
    /// Fix a function's formulation (repeatable); the cheapest is taken for the rest
    #[arg(long, value_name = "FUNCTION=NAME", value_parser = pair)]
    formulation: Vec<(String, String)>,
    /// Floating-point type of the code
    #[arg(long, value_enum, default_value_t = Scalar::F64)]
    pub(crate) scalar: Scalar,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    base: BaseParameters,
    /// Where sine and cosine come from: our branch-free polynomial, or the platform's library
    #[arg(long, value_enum, default_value_t = Trigonometry::Poly)]
    pub(crate) sincos: Trigonometry,
    /// Fuse products and sums where that saves an operation: they are rounded once, so the bits are others (the same in C, Rust and
    /// `eval`)
    #[arg(long, value_enum, value_name = "TARGETS", num_args = 0..=1, require_equals = true, default_missing_value = "target")]
    fma: Option<FusedTargets>,
    #[command(flatten)]
    sharing: Sharing,
}

impl Compilation {
    /// As the compiler wants them for the model at `path`.
    pub(crate) fn options(
        &self,
        path: &Path,
        functions: Option<Vec<String>>,
        name: Option<String>,
    ) -> Options {
        let mut options = Options {
            functions,
            formulations: self.formulation.clone(),
            precision: match self.scalar {
                Scalar::F64 => Precision::F64,
                Scalar::F32 => Precision::F32,
            },
            sincos: match self.sincos {
                Trigonometry::Poly => Sincos::Poly,
                Trigonometry::Libm => Sincos::Libm,
            },
            fma: match self.fma {
                None => Fma::Off,
                Some(FusedTargets::Target) => Fma::Target,
                Some(FusedTargets::Any) => Fma::Any,
            },
            basis: self.base.basis(),
            share: self.sharing.share,
            name,
            ..Options::default()
        };
        self.level.take(&mut options, path);
        options
    }
}

/// Whether limbs share functions.
#[derive(Args)]
pub(crate) struct Sharing {
    /// Equal legs and arms share functions where that makes the code shorter and, but for the calls, takes no longer: for robots of
    /// many joints, whose code outgrows the caches
    #[arg(long)]
    pub(crate) share: bool,
}

/// Which base parameters.
#[derive(Args)]
pub(crate) struct BaseParameters {
    /// Base parameters: which entry of a turning body's inertia goes to its parent
    #[arg(long, value_enum, default_value_t = BaseBasis::TensorYy)]
    basis: BaseBasis,
}

impl BaseParameters {
    pub(crate) fn basis(&self) -> Basis {
        match self.basis {
            BaseBasis::TensorYy => Basis::TensorYy,
            BaseBasis::TensorXx => Basis::TensorXx,
            BaseBasis::EulerZz => Basis::EulerZz,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BaseBasis {
    /// Jyy (Khalil's choice)
    TensorYy,
    /// Jxx
    TensorXx,
    /// Kzz, the second moment along the axis; the others are second moments, too
    EulerZz,
}

/// Targets of code with fused operations.
#[derive(Clone, Copy, ValueEnum)]
enum FusedTargets {
    /// Those with an instruction for them; for others the code does not compile
    Target,
    /// All; those without call the platform's library, which is slow
    Any,
}

/// How hard to optimise.
#[derive(Args)]
pub(crate) struct Level {
    /// Optimisation level: 0 literal, 1 pruned in the best frames by the cheapest formulation, 2 all deterministic
    /// transforms, 3 what `denoc optimize` found [default: 3 where MODEL.opt3 is beside the model, else 2]
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=3))]
    opt: Option<u8>,
}

impl Level {
    /// Takes the level into the options for the model at `path`, with the search results beside it.
    pub(crate) fn take(&self, options: &mut Options, path: &Path) {
        options.take_level(self.opt, path, &path.display().to_string());
    }

    /// The level for a model without a file.
    pub(crate) fn without_file(&self) -> u8 {
        self.opt.unwrap_or(Options::default().opt)
    }
}

/// Floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scalar {
    /// 64 bits
    F64,
    /// 32 bits
    F32,
}

impl Scalar {
    /// As it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
        }
    }
}

/// Source of sine and cosine.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Trigonometry {
    /// Our polynomial
    Poly,
    /// The platform's
    Libm,
}

/// How to print what a person reads, or a program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// Words and aligned columns
    Table,
    /// One object, its keys as docs/json.md has them
    Json,
}

/// How to print tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns
    Table,
    /// Markdown
    Markdown,
    /// JSON, its keys as docs/json.md has them
    Json,
}

impl TableFormat {
    /// That of tables; `None` for JSON.
    pub(crate) fn of_tables(self) -> Option<Format> {
        match self {
            Self::Table => Some(style::tables()),
            Self::Markdown => Some(Format::Markdown),
            Self::Json => None,
        }
    }
}

/// `FUNCTION=NAME`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((function, name)) if !function.is_empty() && !name.is_empty() => {
            Ok((function.to_owned(), name.to_owned()))
        }
        _ => Err("write FUNCTION=NAME, such as inverse_dynamics=u_form".into()),
    }
}
