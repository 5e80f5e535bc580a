//! The arguments of the command.

use std::path::PathBuf;

use clap::Parser;

use crate::mutant::Mutant;
use crate::suite::Unit;

/// Mutation testing of the compiler: one build with all mutants, each switched on by the environment
///
/// Goes on where the last run with the same folder ended.
#[derive(Parser)]
pub(crate) struct Arguments {
    /// Folder of the copy, its builds and its results [default: target/mutation of the project]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) scratch: Option<PathBuf>,
    /// About how many mutants
    #[arg(long, default_value_t = 1000)]
    pub(crate) count: usize,
    /// Which sample
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Test processes at a time
    #[arg(long, default_value_t = 2)]
    pub(crate) jobs: usize,
    /// Take the copy as it is: tests that are newer wait for the next build
    #[arg(long)]
    pub(crate) keep: bool,
    /// Packages whose tests are run
    #[arg(long, value_delimiter = ',', default_values = ["denoc-sincos", "denoc-codegen", "denoc", "denoc-tests"])]
    pub(crate) packages: Vec<String>,
    /// Run the programs alone whose names, such as codegen/loops, are in this list
    #[arg(long, value_delimiter = ',', value_name = "PROGRAM")]
    pub(crate) programs: Vec<String>,
    /// Run the tests alone whose names contain one of these texts
    #[arg(long, value_delimiter = ',', value_name = "TEXT")]
    pub(crate) tests: Vec<String>,
    /// Test so many mutants and no more
    #[arg(long)]
    pub(crate) limit: Option<usize>,
    /// Begin no test after so many minutes
    #[arg(long)]
    pub(crate) minutes: Option<u64>,
    /// Leave out tests that take longer without a mutant, s
    #[arg(long, default_value_t = 300)]
    pub(crate) longest: u64,
    /// Test time for one mutant, s
    #[arg(long, default_value_t = 600)]
    pub(crate) budget: u64,
    /// Test mutants of files whose path contains this alone
    #[arg(long, value_name = "TEXT")]
    pub(crate) file: Option<String>,
    /// Print the score alone
    #[arg(long)]
    pub(crate) quiet: bool,
}

impl Arguments {
    /// Whether a test is wanted.
    pub(crate) fn runs(&self, unit: &Unit) -> bool {
        let mut texts = self.tests.iter();
        self.tests.is_empty() || texts.any(|text| unit.title.contains(text))
    }

    /// Whether a mutant is wanted.
    pub(crate) fn takes(&self, mutant: &Mutant) -> bool {
        let part = self.file.as_deref();
        part.is_none_or(|part| mutant.file.contains(part))
    }
}
