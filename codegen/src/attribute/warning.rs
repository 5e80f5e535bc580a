//! Warnings → items that make the compiler report them at the path of the model.
//!
//! A macro cannot warn on stable Rust. The compiler warns where a deprecated item is used and prints the item's note.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Attribute;

/// The levels of lints that users may give the struct, and so its warnings.
const LEVELS: [&str; 4] = ["allow", "warn", "deny", "forbid"];

/// An item for each warning, reported at `place` at the level that `attributes` give the lint `deprecated`.
pub(super) fn items(warnings: &[String], attributes: &[Attribute], place: Span) -> TokenStream {
    let levels: Vec<&Attribute> = attributes.iter().filter(|one| is_level(one)).collect();
    let used = Ident::new("WARNING", place);
    let items = warnings.iter().map(|note| {
        quote! {
            #(#levels)*
            const _: () = {
                #[deprecated(note = #note)]
                const WARNING: () = ();
                #used
            };
        }
    });
    items.collect()
}

fn is_level(attribute: &Attribute) -> bool {
    LEVELS.iter().any(|level| attribute.path().is_ident(level))
}
