//! Three interfaces, one text: the command line, the build helper and the attribute.

use proc_macro2::TokenStream;
use quote::quote;

use crate::support::{ARM, BODIES, TestDirectory, model};

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
fn all_interfaces_give_the_same_text() {
    same(&model("puma"), "puma", &quote!(Puma));
}

#[test]
fn all_interfaces_pack_matrices() {
    let directory = same_with(&model("puma"), "puma", &quote!(Puma), true);
    let header = directory.text("command/puma.h");
    assert!(
        header.contains("double M[PUMA_MASS_MATRIX_M_NNZ]"),
        "{header}"
    );
}

#[test]
fn all_interfaces_take_a_urdf() {
    same(
        &model("../tests/models/urdf/double_pendulum_continuous"),
        "double_pendulum_continuous",
        &quote!(DoublePendulumContinuous),
    );
}

/// `integrate` and `difference` come without being asked for.
#[test]
fn all_interfaces_give_states_with_quaternions() {
    let directory = same(
        &model("../tests/models/mech/one_free"),
        "one_free",
        &quote!(OneFree),
    );
    for name in ["pub fn integrate(", "pub fn difference("] {
        assert!(
            directory.text("command/one_free.rs").contains(name),
            "{name}"
        );
    }
}

/// Functions that divide by a singular mass matrix are omitted by every interface, and refused where they are named.
#[test]
fn all_interfaces_leave_out_what_needs_inertia() {
    let end = BODIES.rfind("mass = 1.0").expect("a mass of the last body");
    let directory = TestDirectory::new("interfaces-massless").file("arm.toml", &BODIES[..end]);
    let path = directory.0.join("arm.toml").display().to_string();
    let builder = denoc_codegen::build::model(&path).out_dir(directory.0.join("build"));
    builder.generate().expect("the model is fine");
    let refused = builder.functions(["forward_dynamics"]).generate();
    let words = "`forward_dynamics` divides by the mass matrix, which is singular: body \"lower\"";
    assert!(refused.expect_err("singular").to_string().contains(words));

    let expand = |attribute| {
        let expanded = denoc_codegen::attribute::expand(
            attribute,
            quote!(
                pub struct Arm;
            ),
        );
        prettyplease::unparse(&syn::parse2(expanded).expect("the attribute gives items"))
    };
    let names = |text: &str, name: &str| text.contains(&format!("pub fn {name}("));
    let written = expand(quote!(model = #path));
    for text in [&written, &directory.text("build/arm.rs")] {
        assert!(names(text, "inverse_dynamics") && names(text, "mass_matrix"));
        assert!(!names(text, "forward_dynamics"));
    }
    assert!(written.contains("can move against no inertia"), "{written}");
    let named = expand(quote!(model = #path, functions = ["forward_dynamics"]));
    assert!(named.contains("compile_error") && named.contains("divides by the mass matrix"));
}

/// Without a word about functions, and with the word `all`.
#[test]
fn all_interfaces_have_one_default() {
    let directory = TestDirectory::new("interfaces-default").file("arm.toml", ARM);
    let path = directory.0.join("arm.toml").display().to_string();
    let expanded = |attribute: TokenStream| {
        let tokens = denoc_codegen::attribute::expand(
            attribute,
            quote!(
                pub struct Arm;
            ),
        );
        implementation(syn::parse2(tokens).expect("the attribute gives items"))
    };
    let build = || denoc_codegen::build::model(&path).out_dir(directory.0.join("build"));
    let generate = ["generate", path.as_str(), "--out", "command"];
    let cases = [
        (&[][..], build(), quote!(model = #path)),
        (
            &["--functions", "all"],
            build().functions(["all"]),
            quote!(model = #path, functions = "all"),
        ),
    ];
    for (more, builder, attribute) in cases {
        directory.denoc(&[&generate[..], more].concat()).done();
        let built = builder.generate().expect("the model is fine");
        let command = directory.text("command/arm.rs");
        assert_eq!(command, directory.text("build/arm.rs"));
        let is_all = !more.is_empty();
        assert_eq!(built.compiled.functions.len() > 5, is_all);
        let file = syn::parse_str(&command).expect("the file is Rust");
        assert_eq!(expanded(attribute), implementation(file));
    }
}

/// Where robots are whose models are elsewhere.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/golden");

fn same(path: &str, name: &str, target: &TokenStream) -> TestDirectory {
    same_with(path, name, target, false)
}

/// The same with packed matrices, where they are `sparse`.
fn same_with(path: &str, name: &str, target: &TokenStream, sparse: bool) -> TestDirectory {
    let directory = TestDirectory::new(&format!("interfaces-{name}-{sparse}"));
    let functions = ["inverse_dynamics", "mass_matrix"];
    let names = functions.join(",");
    let mut arguments = vec![
        "generate",
        path,
        "--functions",
        &names,
        "--out",
        "command",
        "--allow-path",
        GOLDEN,
    ];
    arguments.extend(sparse.then_some("--sparse"));
    directory.denoc(&arguments).done();
    let mut builder = denoc_codegen::build::model(path)
        .functions(functions)
        .allow_path(GOLDEN)
        .c()
        .out_dir(directory.0.join("build"));
    if sparse {
        builder = builder.sparse();
    }
    builder.generate().expect("the model is fine");
    for name in ["rs", "c", "h"].map(|extension| format!("{name}.{extension}")) {
        let (command, build) = (
            directory.text(&format!("command/{name}")),
            directory.text(&format!("build/{name}")),
        );
        assert_eq!(command, build, "{name}");
    }

    let attribute = quote!(
        model = #path,
        allow_path = #GOLDEN,
        functions = ["inverse_dynamics", "mass_matrix"],
        sparse = #sparse
    );
    let expanded = denoc_codegen::attribute::expand(
        attribute,
        quote!(
            pub struct #target;
        ),
    );
    let expanded: syn::File = syn::parse2(expanded).expect("the attribute gives items");
    let written: syn::File =
        syn::parse_str(&directory.text(&format!("command/{name}.rs"))).expect("the file is Rust");
    assert_eq!(implementation(expanded), implementation(written));
    directory
}
