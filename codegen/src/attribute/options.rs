//! The attribute's options.

use proc_macro2::{Ident, Span};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprLit, Lit, LitInt, LitStr, Token};

use crate::compile::{self, CompileError, Fma, Functions, Precision, Sincos};
use crate::mechanism::{Basis, Mechanism};
use crate::model::{Base, Reading, Snap};

const KEYS: &str = "model, snap, base, allow_path, functions, formulation, scalar, opt, basis, sincos, selftest, sparse, batch, share, fma";

/// Options with their places.
pub(super) struct Options {
    pub(super) model: LitStr,
    /// The settings for reading the model.
    pub(super) reading: Reading,
    functions: Option<Vec<LitStr>>,
    formulations: Vec<LitStr>,
    opt: Option<LitInt>,
    level: Option<u8>,
    compilation: compile::Options,
}

/// `key = value`.
struct Given {
    key: Ident,
    value: Expr,
}

impl Parse for Given {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let key = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = input.parse()?;
        Ok(Self { key, value })
    }
}

impl Parse for Options {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let all = Punctuated::<Given, Token![,]>::parse_terminated(input)?;
        let mut options = Self {
            model: LitStr::new("", Span::call_site()),
            reading: Reading {
                allowed: vec![super::package()],
                ..Reading::default()
            },
            functions: None,
            formulations: Vec::new(),
            opt: None,
            level: None,
            compilation: compile::Options::default(),
        };
        let mut seen: Vec<&Ident> = Vec::new();
        let mut faults: Option<Error> = None;
        let mut fault = |error: Error| match &mut faults {
            Some(faults) => faults.combine(error),
            None => faults = Some(error),
        };
        for Given { key, value } in &all {
            if seen.contains(&key) {
                fault(Error::new(key.span(), format!("`{key}` is given twice")));
            } else if let Err(error) = options.option(key, value) {
                fault(error);
            }
            seen.push(key);
        }
        if !seen.iter().any(|key| *key == "model") {
            let missing = "name the model: #[multibody(model = \"models/puma.toml\")]";
            fault(Error::new(Span::call_site(), missing));
        }
        faults.map_or(Ok(options), Err)
    }
}

impl Options {
    fn option(&mut self, key: &Ident, value: &Expr) -> syn::Result<()> {
        let compilation = &mut self.compilation;
        match key.to_string().as_str() {
            "model" => self.model = text(value)?,
            "snap" => self.reading.snap = Some(snap(value)?),
            "base" => self.reading.base = Some(base(&text(value)?)?),
            "allow_path" => {
                let folders = list(value)?;
                let folders = folders.iter().map(super::absolute);
                self.reading.allowed.extend(folders);
            }
            "functions" => self.functions = Some(list(value)?),
            "formulation" => {
                self.formulations = list(value)?;
                compilation.formulations = self.formulations.iter().map(pair).collect();
            }
            "scalar" => compilation.precision = scalar(value)?,
            "opt" => {
                let level = level(value)?;
                self.level = Some(level.base10_parse()?);
                self.opt = Some(level);
            }
            "basis" => compilation.basis = basis(&text(value)?)?,
            "sincos" => compilation.sincos = sincos(&text(value)?)?,
            "selftest" => compilation.selftest = truth(value)?,
            "sparse" => compilation.sparse = truth(value)?,
            "batch" => compilation.batch = truth(value)?,
            "share" => compilation.share = truth(value)?,
            "fma" => compilation.fma = fma(value)?,
            _ => {
                let message = format!("unknown option `{key}`; write one of: {KEYS}");
                return Err(Error::new(key.span(), message));
            }
        }
        Ok(())
    }

    /// Options for the compiler.
    pub(super) fn compilation(&self, mechanism: &Mechanism) -> compile::Options {
        let functions = match &self.functions {
            Some(names) => Functions::named(names.iter().map(LitStr::value)),
            None => Functions::default(),
        };
        compile::Options {
            functions: functions.of(mechanism),
            ..self.compilation.clone()
        }
    }

    /// The floating-point type.
    pub(super) fn precision(&self) -> Precision {
        self.compilation.precision
    }

    /// Whether matrices are packed.
    pub(super) fn is_sparse(&self) -> bool {
        self.compilation.sparse
    }

    /// The level that is asked for.
    pub(super) fn level(&self) -> Option<u8> {
        self.level
    }

    /// Whether search results are wanted where there are any.
    pub(super) fn is_searched(&self) -> bool {
        matches!(self.level, None | Some(3))
    }

    /// The place of the option that the compiler refuses.
    pub(super) fn blame(&self, error: &CompileError) -> Span {
        let named = |lists: &[LitStr], found: &dyn Fn(&LitStr) -> bool| {
            lists.iter().find(|text| found(text)).map(LitStr::span)
        };
        let functions = self.functions.as_deref().unwrap_or_default();
        let place = match error {
            CompileError::UnknownFunction(name, _)
            | CompileError::SeveralFunctions(name, _)
            | CompileError::Indeterminate(name, _)
            | CompileError::NoInertia(name, _)
            | CompileError::Redundant(name, _) => named(functions, &|text| text.value() == *name)
                .or_else(|| named(&self.formulations, &|text| pair(text).0 == *name)),
            CompileError::UnknownFormulation(_, name, _) => {
                named(&self.formulations, &|text| pair(text).1 == *name)
            }
            CompileError::SeveralFormulations(function, [_, name]) => {
                named(&self.formulations, &|text| {
                    pair(text) == (function.clone(), (*name).into())
                })
            }
            CompileError::OptOutOfRange(_) => self.opt.as_ref().map(LitInt::span),
            _ => None,
        };
        place.unwrap_or_else(|| self.model.span())
    }
}

/// One string.
fn text(value: &Expr) -> syn::Result<LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok(text.clone()),
        _ => Err(Error::new_spanned(value, "write a string in quotes")),
    }
}

/// One string, or a list of strings in brackets.
fn list(value: &Expr) -> syn::Result<Vec<LitStr>> {
    match value {
        Expr::Array(array) => array.elems.iter().map(text).collect(),
        one => Ok(vec![text(one)?]),
    }
}

/// `function=name`; a name alone is one of `inverse_dynamics`.
fn pair(text: &LitStr) -> (String, String) {
    let text = text.value();
    let (function, name) = text.split_once('=').unwrap_or(("inverse_dynamics", &text));
    (function.trim().into(), name.trim().into())
}

/// A tolerance in rad: `1e-5`, `0`.
fn snap(value: &Expr) -> syn::Result<Snap> {
    let digits = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Float(value),
            ..
        }) => value.base10_digits(),
        Expr::Lit(ExprLit {
            lit: Lit::Int(value),
            ..
        }) => value.base10_digits(),
        _ => "",
    };
    let parsed = digits.parse();
    parsed.map_err(|help| Error::new_spanned(value, help))
}

/// A level of optimisation.
fn level(value: &Expr) -> syn::Result<LitInt> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(level),
            ..
        }) => Ok(level.clone()),
        _ => Err(Error::new_spanned(value, "write 0, 1, 2 or 3")),
    }
}

fn truth(value: &Expr) -> syn::Result<bool> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(truth),
            ..
        }) => Ok(truth.value),
        _ => Err(Error::new_spanned(value, "write `true` or `false`")),
    }
}

/// `true`, `false`, or `"any"`: also for targets without.
fn fma(value: &Expr) -> syn::Result<Fma> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Bool(truth),
            ..
        }) => Ok(if truth.value { Fma::Target } else { Fma::Off }),
        Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        }) if name.value() == "any" => Ok(Fma::Any),
        _ => Err(Error::new_spanned(
            value,
            "write `true`, `false` or \"any\"",
        )),
    }
}

fn base(name: &LitStr) -> syn::Result<Base> {
    name.value()
        .parse()
        .map_err(|help| Error::new(name.span(), help))
}

fn scalar(value: &Expr) -> syn::Result<Precision> {
    match value {
        Expr::Path(path) if path.path.is_ident("f64") => Ok(Precision::F64),
        Expr::Path(path) if path.path.is_ident("f32") => Ok(Precision::F32),
        _ => Err(Error::new_spanned(value, "write `f64` or `f32`")),
    }
}

fn basis(name: &LitStr) -> syn::Result<Basis> {
    let basis = name.value().parse();
    basis.map_err(|help| {
        Error::new(
            name.span(),
            format!("unknown basis {:?}: {help}", name.value()),
        )
    })
}

fn sincos(name: &LitStr) -> syn::Result<Sincos> {
    match name.value().as_str() {
        "poly" => Ok(Sincos::Poly),
        "libm" => Ok(Sincos::Libm),
        _ => Err(Error::new(name.span(), "write \"poly\" or \"libm\"")),
    }
}
