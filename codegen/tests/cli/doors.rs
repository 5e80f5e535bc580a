//! Three doors, one text: the command line, the build helper and the attribute.

use quote::quote;

use crate::support::{Place, model};

/// The `impl` of a file, printed.
fn implementation(file: syn::File) -> String {
    let items = file
        .items
        .into_iter()
        .filter(|item| matches!(item, syn::Item::Impl(_)))
        .collect();
    prettyplease::unparse(&syn::File { items, ..file })
}

#[test]
fn all_doors_give_the_same_text() {
    let place = Place::new("doors");
    let puma = model("puma");
    let functions = ["inverse_dynamics", "mass_matrix"];
    place
        .denoc(&[
            "generate",
            &puma,
            "--functions",
            &functions.join(","),
            "--out",
            "command",
        ])
        .done();
    denoc_codegen::build::model(&puma)
        .functions(functions)
        .c()
        .out_dir(place.0.join("build"))
        .generate()
        .expect("the model is fine");
    for name in ["puma.rs", "puma.c", "puma.h"] {
        let (command, build) = (
            place.text(&format!("command/{name}")),
            place.text(&format!("build/{name}")),
        );
        assert_eq!(command, build, "{name}");
    }

    let attribute = quote!(model = #puma, functions = ["inverse_dynamics", "mass_matrix"]);
    let expanded = denoc_codegen::attribute::expand(
        attribute,
        quote!(
            pub struct Puma;
        ),
    );
    let expanded: syn::File = syn::parse2(expanded).expect("the attribute gives items");
    let written: syn::File =
        syn::parse_str(&place.text("command/puma.rs")).expect("the file is Rust");
    assert_eq!(implementation(expanded), implementation(written));
}
