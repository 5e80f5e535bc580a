//! Search results that are changed and signed again, as somebody does who changes them on purpose: what is taken of them must hold.

use denoc_codegen::compile::{CompileError, Compiled, Options};
use denoc_codegen::model::parse;
use denoc_codegen::optimize::{Effort, Unsearched};
use denoc_codegen::searched::{Results, Searched};
use denoc_codegen::verify::{Verified, verify};
use sha2::{Digest, Sha256};

use super::Outcome;

/// Two joints, so that a program is proved in a millisecond.
const ARM: &str = r#"name = "arm"
gravity = [0.0, 0.0, -9.81]
[[body]]
name = "upper"
parent = "base"
joint = { type = "revolute", axis = [0, 0, 1] }
placement = { rpy = ["pi/2", 0, 0] }
mass = 1.0
com = [0.1, 0.02, 0]
inertia = { xx = 0.1, yy = 0.2, zz = 0.15, xy = 0.01 }
[[body]]
name = "lower"
parent = "upper"
joint = { type = "revolute", axis = [0.6, 0, 0.8] }
placement = { xyz = [0.3, 0, 0.1] }
mass = 2.0
com = [0.2, 0, 0.01]
inertia = { xx = 0.02, yy = 0.2, zz = 0.2 }
"#;

const FUNCTIONS: [&str; 3] = ["inverse_dynamics", "forward_dynamics", "mass_matrix"];

/// Moves that the search of a program proposes.
const PROPOSALS: u64 = 2000;

/// Points of the prime fields, and states in numbers.
const POINTS: usize = 2;

/// How the last line of search results begins, which has the digest of those before.
const DIGEST: &str = "digest ";

/// A mechanism that takes search results.
#[derive(Clone, Debug)]
pub(super) struct Adoption {
    below: Unsearched,
    model: String,
    /// Its own results, as a file has them.
    pub(super) text: String,
}

impl Adoption {
    pub(super) fn new() -> Result<Self, String> {
        let loaded = parse("fuzz.toml", ARM).map_err(|faults| faults.to_string())?;
        let options = Options {
            functions: Some(FUNCTIONS.map(String::from).into()),
            ..Options::default()
        };
        let below = Unsearched::compile(&loaded.mechanism, &options);
        let below = below.map_err(|error| error.to_string())?;
        let effort = Effort {
            proposals: Some(PROPOSALS),
            ..Effort::default()
        };
        let results = below.optimize(effort, &|_| ());
        let results = results.map_err(|error| error.to_string())?;
        Ok(Self {
            below,
            model: loaded.mechanism.source.hash,
            text: results.to_text(),
        })
    }

    /// What comes of results that were read: those of this mechanism are taken or left with a warning, and every function holds.
    pub(super) fn run(&self, results: Results) -> Outcome {
        if results.model != self.model {
            return Outcome::Read;
        }
        match self.verified(results) {
            Ok(found) if found.iter().all(Verified::holds) => Outcome::Read,
            Ok(_) => Outcome::Failed("what is taken does not hold".into()),
            Err(error) => Outcome::Failed(format!("it says: {error}")),
        }
    }

    /// Whether its own results, signed again, are what is taken of them: otherwise nothing is tried.
    pub(super) fn is_sound(&self) -> bool {
        let results = Results::parse(&signed(&self.text)).ok();
        let compiled = results.and_then(|results| self.compiled(results).ok());
        compiled.is_some_and(|compiled| {
            let mut functions = compiled.functions.iter();
            compiled.warnings.is_empty() && functions.all(|function| function.searched)
        })
    }

    fn verified(&self, results: Results) -> Result<Vec<Verified>, CompileError> {
        verify(&self.compiled(results)?, POINTS)
    }

    fn compiled(&self, results: Results) -> Result<Compiled, CompileError> {
        self.below.clone().with(Searched {
            path: "fuzz.toml.opt3".into(),
            asked: true,
            results: Ok(results),
        })
    }
}

/// The text with the digest that it should have.
pub(super) fn signed(text: &str) -> String {
    let body = &text[..text.rfind(DIGEST).unwrap_or(text.len())];
    let digest = Sha256::digest(body);
    let digits: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}{DIGEST}{}\n", digits.concat())
}
