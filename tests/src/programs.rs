//! The programs of a model in one precision, and what the lanes make of them, each run once for all tests.

use std::sync::OnceLock;

use denoc_codegen::compile::Compiled;

use crate::generated;
use crate::lane::c::{self, Build};
use crate::lane::{Answer, Lane, Step, evaluator, is_installed, javascript, rust};

/// How the printed files of a model are built.
#[derive(Clone, Debug)]
pub struct Builds {
    /// Name of a directory that no other model has.
    pub directory: String,
    /// The model whose Rust the build script printed and this crate holds; `None`: rustc builds it.
    pub linked: Option<String>,
    /// The compilers of C.
    pub c: Vec<Build>,
}

/// The programs of a model in one precision.
#[derive(Debug)]
pub struct Programs {
    /// All functions.
    pub compiled: Compiled,
    /// Those that are printed.
    printed: Vec<bool>,
    builds: Builds,
    steps: Vec<Step>,
    evaluated: Vec<OnceLock<Vec<Answer>>>,
    rust: OnceLock<Vec<Ran>>,
    c: OnceLock<Vec<Ran>>,
    javascript: OnceLock<Vec<Ran>>,
}

/// What a program printed.
#[derive(Debug)]
pub struct Ran {
    /// `gcc -O1 -std=c99`.
    pub title: String,
    /// The answers of every printed function, in order; or why there are none.
    pub answers: Result<Vec<Vec<Answer>>, String>,
}

impl Programs {
    pub(crate) fn new(
        compiled: Compiled,
        printed: Vec<bool>,
        steps: Vec<Step>,
        builds: Builds,
    ) -> Self {
        Self {
            evaluated: printed.iter().map(|_| OnceLock::new()).collect(),
            compiled,
            printed,
            builds,
            steps,
            rust: OnceLock::new(),
            c: OnceLock::new(),
            javascript: OnceLock::new(),
        }
    }

    /// The number of a function.
    ///
    /// # Panics
    /// When there is none of that name.
    #[must_use]
    pub fn function(&self, name: &str) -> usize {
        let mut functions = self.compiled.functions.iter();
        let at = functions.position(|function| function.name == name);
        at.expect("the build script and the tests compile the same functions")
    }

    /// What is printed.
    #[must_use]
    pub fn printed(&self) -> Compiled {
        let mut printed = self.compiled.clone();
        let mut is_printed = self.printed.iter();
        printed
            .functions
            .retain(|_| is_printed.next() == Some(&true));
        printed
    }

    /// The position of a function among the printed ones.
    #[must_use]
    pub fn printed_index(&self, function: usize) -> usize {
        let before = self.printed[..function].iter();
        before.filter(|printed| **printed).count()
    }

    /// The evaluator's answers of a function to all steps.
    pub fn evaluated(&self, function: usize) -> &[Answer] {
        let of = &self.compiled.functions[function];
        self.evaluated[function].get_or_init(|| evaluator::answers(&self.compiled, of, &self.steps))
    }

    /// The answers of a lane that runs printed files, of every build; none where a tool is not installed that need not be.
    #[must_use]
    pub fn ran(&self, lane: Lane) -> &[Ran] {
        match lane {
            Lane::Rust => self.rust.get_or_init(|| vec![self.run_rust()]),
            Lane::C => self.c.get_or_init(|| self.run_c()),
            Lane::JavaScript => self.javascript.get_or_init(|| self.run_javascript()),
            Lane::Reference | Lane::Evaluator => &[],
        }
    }

    fn run_rust(&self) -> Ran {
        let (printed, directory) = (self.printed(), &self.builds.directory);
        match &self.builds.linked {
            Some(model) => Ran {
                title: "Rust of the build script".into(),
                answers: Ok(generated::answers(model, &printed, &self.steps)),
            },
            None => Ran {
                title: "Rust by rustc".into(),
                answers: rust::build(&printed, directory, rust::QUICK)
                    .and_then(|program| program.run(&self.steps)),
            },
        }
    }

    fn run_c(&self) -> Vec<Ran> {
        let (printed, directory) = (self.printed(), &self.builds.directory);
        let run = |build: &Build| Ran {
            title: build.title(),
            answers: c::build(&printed, directory, build)
                .and_then(|program| program.run(&self.steps)),
        };
        self.builds.c.iter().map(run).collect()
    }

    fn run_javascript(&self) -> Vec<Ran> {
        if !is_installed("node") {
            return Vec::new();
        }
        let program = javascript::build(&self.printed(), &self.builds.directory);
        let answers = program.and_then(|program| program.run(&self.steps));
        let title = "JavaScript by node".into();
        vec![Ran { title, answers }]
    }
}
