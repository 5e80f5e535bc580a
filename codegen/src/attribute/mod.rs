//! The attribute macro: attribute and struct → generated code, or one located error and stubs.
//!
//! A normal library, so that it can be tested as one; the crate `denoc-macros` only calls it.

mod options;
mod sketch;
mod warning;

use std::path::{Path, PathBuf};

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Fields, ItemStruct, LitStr};

use crate::compile::{CompileError, Compiled, compile};
use crate::emit::rust::{Sketch, items, stubs};
use crate::error::Diagnostic;
use crate::model::Loaded;
use crate::searched;
use options::Options;
use sketch::sketch;

/// The expansion of `#[multibody(attribute)] item`. Paths are relative to the crate that is being compiled.
#[must_use]
pub fn expand(attribute: TokenStream, item: TokenStream) -> TokenStream {
    let parsed = match syn::parse2::<ItemStruct>(item.clone()) {
        Ok(parsed)
            if matches!(parsed.fields, Fields::Unit) && parsed.generics.params.is_empty() =>
        {
            parsed
        }
        _ => {
            let message = "#[multibody] needs a unit struct without parameters: `pub struct Puma;`";
            let error = syn::Error::new_spanned(&item, message).to_compile_error();
            return quote!(#item #error);
        }
    };
    let target = &parsed.ident;
    match syn::parse2::<Options>(attribute) {
        Ok(options) => {
            let path = absolute(&options.model);
            let Expansion {
                warnings,
                code,
                named,
            } = generate(&options, &path, target);
            let warnings = warning::items(&warnings, &parsed.attrs, options.model.span());
            let named = named.iter().map(|path| tracked(path));
            let model = tracked(&path);
            let results = options
                .is_searched()
                .then(|| tracked(&searched::path_of(&path)));
            quote!(#parsed #code #warnings #model #(#named)* #results)
        }
        Err(error) => {
            let (error, stubs) = (error.to_compile_error(), stubs(target, &Sketch::default()));
            quote!(#parsed #error #stubs)
        }
    }
}

/// The items added to the struct.
struct Expansion {
    /// Reported by the compiler.
    warnings: Vec<String>,
    code: TokenStream,
    /// Files that the model names.
    named: Vec<PathBuf>,
}

fn generate(options: &Options, path: &Path, target: &Ident) -> Expansion {
    let printed = compiled(options, path).and_then(|(loaded, compiled)| {
        let code = items(&compiled, target).map_err(|error| {
            let words = format!("{}: {error}", options.model.value());
            syn::Error::new(options.model.span(), words)
        })?;
        Ok((loaded, compiled, code))
    });
    match printed {
        Ok((loaded, compiled, code)) => Expansion {
            warnings: warnings(&options.model.value(), &loaded, &compiled),
            code,
            named: (loaded.files.into_iter().skip(1))
                .map(|file| file.path)
                .collect(),
        },
        Err(error) => {
            let sketch = Sketch {
                sparse: options.is_sparse(),
                ..sketch(path, &options.reading, options.precision())
            };
            let (error, stubs) = (error.to_compile_error(), stubs(target, &sketch));
            Expansion {
                warnings: Vec::new(),
                code: quote!(#error #stubs),
                named: Vec::new(),
            }
        }
    }
}

/// The warnings of the model and of its compilation, each with the file.
fn warnings(model: &str, loaded: &Loaded, compiled: &Compiled) -> Vec<String> {
    let of_model = loaded.warnings.iter().map(Diagnostic::to_string);
    let compiled = compiled.warnings.iter();
    let named = compiled.map(|words| match words.starts_with(model) {
        true => words.clone(),
        false => format!("{model}: warning: {words}"),
    });
    of_model.chain(named).collect()
}

fn compiled(options: &Options, path: &Path) -> syn::Result<(Loaded, Compiled)> {
    let shown = options.model.value();
    let loaded = options.reading.load_as(path, &shown).map_err(|error| {
        let mut words = error.to_string();
        if !path.exists() {
            words += ", relative to the folder of Cargo.toml";
        }
        syn::Error::new(options.model.span(), words)
    })?;
    let mut compilation = options.compilation(&loaded.mechanism);
    compilation.take_level(options.level(), path, &shown);
    let compiled = compile(&loaded.mechanism, &compilation)
        .map_err(|error| located(options, &shown, &error))?;
    Ok((loaded, compiled))
}

/// Every fault where the user wrote it.
fn located(options: &Options, model: &str, error: &CompileError) -> syn::Error {
    let each = error.each().iter();
    let each = each.map(|one| syn::Error::new(options.blame(one), words(model, one)));
    let combined = each.reduce(|mut all, one| {
        all.combine(one);
        all
    });
    combined.unwrap_or_else(|| syn::Error::new(options.blame(error), words(model, error)))
}

/// A wrong name or level is in the attribute; everything else is about the model.
fn words(model: &str, error: &CompileError) -> String {
    match error {
        CompileError::UnknownFunction(..)
        | CompileError::SeveralFunctions(..)
        | CompileError::AllBesideNames
        | CompileError::Indeterminate(..)
        | CompileError::NoInertia(..)
        | CompileError::Redundant(..)
        | CompileError::Singular(_)
        | CompileError::UnknownFormulation(..)
        | CompileError::SeveralFormulations(..)
        | CompileError::Obstacle(..)
        | CompileError::Selftest
        | CompileError::OptOutOfRange(_) => error.to_string(),
        _ => format!("{model}: error: {error}"),
    }
}

/// A path in the user's crate.
fn absolute(path: &LitStr) -> PathBuf {
    package().join(path.value())
}

/// The folder of the user's crate, below which the files of its models are.
fn package() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .unwrap_or_default()
        .into()
}

/// Makes the compiler run the macro again when a file changes.
fn tracked(path: &Path) -> Option<TokenStream> {
    let path = path.is_file().then(|| path.to_str())??;
    Some(quote!(
        const _: &[u8] = ::core::include_bytes!(#path);
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expansion of `item` on a model that is warned of.
    fn expanded(item: TokenStream) -> syn::File {
        let model = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../tests/attribute/ui/models/warned.toml"
        );
        let tokens = expand(quote!(model = #model, functions = ["gravity"]), item);
        syn::parse2(tokens).expect("the attribute gives items")
    }

    fn text(tokens: impl quote::ToTokens) -> String {
        tokens.to_token_stream().to_string()
    }

    #[test]
    fn the_documentation_of_the_struct_is_that_of_the_user() {
        let file = expanded(quote! {
            /// My arm.
            pub struct Arm;
        });
        let [syn::Item::Struct(found), ..] = file.items.as_slice() else {
            unreachable!("the struct comes first");
        };
        assert_eq!(text(found), "# [doc = r\" My arm.\"] pub struct Arm ;");
    }

    #[test]
    fn a_warning_is_the_note_of_a_deprecated_item_at_the_level_of_the_struct() {
        let all = text(expanded(quote!(
            #[allow(deprecated)]
            #[derive(Clone)]
            struct Arm;
        )));
        let note = "warned.toml:10:11: warning: the inertia of link \\\"<dynamics>\\\"";
        assert_eq!(all.matches(note).count(), 1, "{all}");
        let item = "# [allow (deprecated)] const _ : () = { # [deprecated (note =";
        assert_eq!(all.matches(item).count(), 1, "{all}");
        assert_eq!(all.matches("derive (Clone)").count(), 1, "{all}");
    }
}
