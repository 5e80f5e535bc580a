//! The attribute's options.

use proc_macro2::{Ident, Span};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Lit, LitInt, LitStr, Token, bracketed, token};

use crate::compile::{self, CompileError, Functions, Precision, Sincos};
use crate::mechanism::Mechanism;
use crate::model::{Base, Reading, Snap};

const KEYS: &str = "model, snap, base, functions, formulation, scalar, opt, sincos";

/// Options with their places.
pub(super) struct Options {
    pub(super) model: LitStr,
    /// How the model is read.
    pub(super) reading: Reading,
    functions: Option<Vec<LitStr>>,
    formulations: Vec<LitStr>,
    opt: Option<LitInt>,
    level: Option<u8>,
    compilation: compile::Options,
}

impl Parse for Options {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut model = None;
        let mut options = Self {
            model: LitStr::new("", Span::call_site()),
            reading: Reading::default(),
            functions: None,
            formulations: Vec::new(),
            opt: None,
            level: None,
            compilation: compile::Options::default(),
        };
        let mut seen: Vec<Ident> = Vec::new();
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            if seen.contains(&key) {
                return Err(Error::new(key.span(), format!("`{key}` is given twice")));
            }
            input.parse::<Token![=]>()?;
            match key.to_string().as_str() {
                "model" => model = Some(input.parse()?),
                _ => options.option(&key, input)?,
            }
            seen.push(key);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let missing = "name the model: #[multibody(model = \"models/puma.toml\")]";
        options.model = model.ok_or_else(|| Error::new(Span::call_site(), missing))?;
        Ok(options)
    }
}

impl Options {
    fn option(&mut self, key: &Ident, input: ParseStream) -> syn::Result<()> {
        let compilation = &mut self.compilation;
        match key.to_string().as_str() {
            "snap" => self.reading.snap = Some(snap(&input.parse()?)?),
            "base" => self.reading.base = Some(base(&input.parse()?)?),
            "functions" => self.functions = Some(list(input)?),
            "formulation" => {
                self.formulations = list(input)?;
                compilation.formulations = self.formulations.iter().map(pair).collect();
            }
            "scalar" => compilation.precision = scalar(&input.parse()?)?,
            "opt" => {
                let level: LitInt = input.parse()?;
                self.level = Some(level.base10_parse()?);
                self.opt = Some(level);
            }
            "sincos" => compilation.sincos = sincos(&input.parse()?)?,
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

    /// The level that is asked for.
    pub(super) fn level(&self) -> Option<u8> {
        self.level
    }

    /// Whether search results are wanted where there are any.
    pub(super) fn is_searched(&self) -> bool {
        matches!(self.level, None | Some(3))
    }

    /// Where the user wrote what the compiler refuses.
    pub(super) fn blame(&self, error: &CompileError) -> Span {
        let named = |lists: &[LitStr], found: &dyn Fn(&LitStr) -> bool| {
            lists.iter().find(|text| found(text)).map(LitStr::span)
        };
        let functions = self.functions.as_deref().unwrap_or_default();
        let place = match error {
            CompileError::UnknownFunction(name, _)
            | CompileError::Indeterminate(name, _)
            | CompileError::NoInertia(name, _) => named(functions, &|text| text.value() == *name)
                .or_else(|| named(&self.formulations, &|text| pair(text).0 == *name)),
            CompileError::UnknownFormulation(_, name, _) => {
                named(&self.formulations, &|text| pair(text).1 == *name)
            }
            CompileError::OptOutOfRange(_) => self.opt.as_ref().map(LitInt::span),
            _ => None,
        };
        place.unwrap_or_else(|| self.model.span())
    }
}

/// One string, or a list of strings in brackets.
fn list(input: ParseStream) -> syn::Result<Vec<LitStr>> {
    if !input.peek(token::Bracket) {
        return Ok(vec![input.parse()?]);
    }
    let content;
    bracketed!(content in input);
    let list = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?;
    Ok(list.into_iter().collect())
}

/// `function=name`; a name alone is one of `inverse_dynamics`.
fn pair(text: &LitStr) -> (String, String) {
    let text = text.value();
    let (function, name) = text.split_once('=').unwrap_or(("inverse_dynamics", &text));
    (function.trim().into(), name.trim().into())
}

/// A tolerance in rad: `1e-5`, `0`.
fn snap(value: &Lit) -> syn::Result<Snap> {
    let digits = match value {
        Lit::Float(value) => value.base10_digits(),
        Lit::Int(value) => value.base10_digits(),
        _ => "",
    };
    digits
        .parse()
        .map_err(|help| Error::new(value.span(), help))
}

fn base(name: &LitStr) -> syn::Result<Base> {
    name.value()
        .parse()
        .map_err(|help| Error::new(name.span(), help))
}

fn scalar(name: &Ident) -> syn::Result<Precision> {
    match name.to_string().as_str() {
        "f64" => Ok(Precision::F64),
        "f32" => Ok(Precision::F32),
        _ => Err(Error::new(name.span(), "write `f64` or `f32`")),
    }
}

fn sincos(name: &LitStr) -> syn::Result<Sincos> {
    match name.value().as_str() {
        "poly" => Ok(Sincos::Poly),
        "libm" => Ok(Sincos::Libm),
        _ => Err(Error::new(name.span(), "write \"poly\" or \"libm\"")),
    }
}
