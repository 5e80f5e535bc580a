//! `denoc generate`: model → files, and their price.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use denoc_codegen::compile::{Compiled, Functions, Precision, compile};
use denoc_codegen::emit::{EMITTERS, Emitter, Printing, with_functions_besides};
use denoc_codegen::name::visible_path;
use denoc_codegen::output::{self, Kind};
use denoc_codegen::report::counts::{FormulationCost, preparation};
use denoc_codegen::report::{joints, json, price, render};
use denoc_codegen::verify::Verified;
use serde_json::{Value, json};

use crate::arguments::{Compilation, Scalar, TextFormat};
use crate::failure::{Failure, warn};
use crate::files::{Format, Output, Overwriting};
use crate::reading::Model;
use crate::style;
use crate::verify;

/// Arguments of `generate`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    model: Model,
    /// Languages to write. For casadi the functions that derivatives are made of are generated as well
    #[arg(long, value_parser = language(), value_delimiter = ',', default_value = "c,rust")]
    emit: Vec<&'static Emitter>,
    /// Directory to write into, made if it is missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    #[command(flatten)]
    overwriting: Overwriting,
    /// Functions to generate, separated by commas, or all; derivatives, products and regressors stand for these, which all leaves out. By default those
    /// of a controller that the model has: inverse_dynamics, forward_dynamics, mass_matrix, bias, gravity
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    functions: Option<Vec<String>>,
    /// Name of files, functions and type in place of the model's. Of either an identifier is made: lower case, `_` for what is no
    /// letter or digit, and `m_` before a digit, a keyword or the name of a header of C
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    compilation: Compilation,
    /// Print sine and cosine into the Rust file, which then needs no crate
    #[arg(long)]
    standalone: bool,
    /// Pack matrices (mass matrix, Jacobians, derivatives, regressors): only the elements that are not 0 for every state, column by
    /// column, with their pattern as constants of compressed columns
    #[arg(long)]
    sparse: bool,
    /// Print functions of many states at once as well, `NAME_batch`: blocks of 8 states (f32: 16) that compilers make vectors of, with the
    /// bits of single calls
    #[arg(long)]
    batch: bool,
    /// Print a function `selftest` as well, which says at run time whether the compiler kept the bits: a hash of the results of all
    /// functions at fixed states, compared with that of the evaluator
    #[arg(long)]
    selftest: bool,
    /// Functions of C (with gcc or clang) fetch their own text into the caches before they run: for controllers that call once a
    /// millisecond, when other programs have taken the caches. Calls one after the other become slower; `denoc bench --cold --prefetch`
    /// says what a machine gains
    #[arg(long)]
    prefetch: bool,
    /// How to print what was written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
}

const EXAMPLES: &str = "Examples:
  denoc generate models/puma.toml --out target/puma
  denoc generate models/puma.toml --functions all
  denoc generate models/puma.toml --emit c --functions inverse_dynamics,bias --scalar f32
  denoc generate models/puma.toml --functions derivatives --sparse
  denoc generate models/puma.toml --batch --emit c
  denoc generate models/puma.toml --emit casadi --functions inverse_dynamics,forward_dynamics
  denoc generate models/puma.toml --formulation inverse_dynamics=denoc --opt 0
  denoc generate models/puma.toml --format json | jq '.functions.gravity.total'";

/// The name of an emitter that is offered.
fn language() -> impl TypedValueParser<Value = &'static Emitter> {
    let mut offered = EMITTERS.to_vec();
    offered.retain(|one| one.offered);
    offered.sort_by_key(|one| one.name);
    let values = offered.iter();
    let values = values.map(|one| PossibleValue::new(one.name).help(one.help()));
    PossibleValuesParser::new(values).try_map(move |name| {
        let found = offered.iter().find(|one| one.name == name);
        found.copied().ok_or("no such language")
    })
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let loaded = arguments.model.load_measured()?;
    let functions = match &arguments.functions {
        Some(names) => Functions::named(names),
        None => Functions::default(),
    };
    let mut options = arguments.compilation.options(
        &arguments.model.path,
        with_functions_besides(
            functions.of(&loaded.mechanism),
            &loaded.mechanism,
            &arguments.emit,
        ),
        arguments.name.clone(),
    );
    options.selftest = arguments.selftest;
    options.sparse = arguments.sparse;
    options.batch = arguments.batch;
    options.prefetch = arguments.prefetch;
    let compiled = compile(&loaded.mechanism, &options)?;
    warn(&compiled.warnings);
    let verified = match options.precision {
        Precision::F64 => verify::written(&compiled)?,
        Precision::F32 => Vec::new(),
    };
    let printing = Printing {
        standalone: arguments.standalone,
    };
    let files = output::render(&compiled, &arguments.emit, printing)
        .map_err(|error| Failure::Message(error.to_string()))?;
    let files = files.into_iter().map(|file| Output {
        path: arguments.out.join(&file.name),
        format: Format::Marked(Kind::Code),
        text: file.text,
    });
    let written = arguments.overwriting.write(files.collect())?;
    let done = Generation {
        further: functions.further(&loaded.mechanism),
        files: (written.paths)
            .iter()
            .map(|path| visible_path(path))
            .collect(),
        compiled,
        verified,
    };
    Ok(written.or_summary(match arguments.format {
        TextFormat::Table => done.text(),
        TextFormat::Json => format!("{}\n", done.json(arguments.compilation.scalar)),
    }))
}

/// The results of `denoc generate`.
struct Generation {
    compiled: Compiled,
    /// Of code in 64 bits.
    verified: Vec<Verified>,
    files: Vec<String>,
    /// Functions that the default leaves out.
    further: Vec<String>,
}

impl Generation {
    fn rows(&self) -> Vec<FormulationCost> {
        self.compiled
            .functions
            .iter()
            .map(FormulationCost::from)
            .collect()
    }

    /// The price of what was written, where it is, and what else there would be.
    fn text(&self) -> String {
        let Compiled { name, options, .. } = &self.compiled;
        let title = format!("{name}, --opt {}", options.opt);
        let prepare = preparation(&self.compiled);
        let mut sections = vec![price::functions(&title, &self.rows(), prepare.as_ref())];
        sections.extend(joints(&self.compiled.mechanism));
        let mut text = render(&sections, style::tables());
        text += &format!("\nWrote {}\n", self.files.join(", "));
        if let Some(error) = verify::largest(&self.verified) {
            text += &(error + "\n");
        }
        if let Some(hint) = self.hint() {
            text += &(hint + "\n");
        }
        text
    }

    fn hint(&self) -> Option<String> {
        let further = match self.further.len() {
            0 => return None,
            1 => "1 further function exists".into(),
            several => format!("{several} further functions exist"),
        };
        Some(format!(
            "{further}: `--functions all` writes them all, `denoc count` lists them."
        ))
    }

    /// The same as JSON.
    fn json(&self, scalar: Scalar) -> Value {
        let prepare = preparation(&self.compiled);
        let mut value = json::priced(&self.compiled.name, &self.rows(), prepare.as_ref());
        value["opt"] = self.compiled.options.opt.into();
        value["scalar"] = scalar.name().into();
        value["files"] = json!(self.files);
        value["further"] = json!(self.further);
        let worst = verify::worst(&self.verified);
        value["largest_error"] = worst.map_or(
            Value::Null,
            |worst| json!({ "function": worst.function, "error": worst.error }),
        );
        value
    }
}
