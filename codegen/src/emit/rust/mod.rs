//! Rust: compiled mechanism → tokens of an `impl`, or a file.

mod body;
mod standalone;
mod state;
mod stubs;

pub use stubs::stubs;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use super::chunk::Plan;
use super::{names, notes};
use crate::compile::{Compiled, Function, Precision, Sincos};
use crate::program::{Counts, Shape};

/// How the code is printed, the same for all functions of a file.
#[derive(Clone, Copy)]
pub(super) struct Style {
    precision: Precision,
    sincos: Sincos,
    standalone: bool,
}

impl Style {
    /// `f64` or `f32`.
    fn scalar(self) -> Ident {
        match self.precision {
            Precision::F64 => format_ident!("f64"),
            Precision::F32 => format_ident!("f32"),
        }
    }

    /// The path of the module of kernels: what is no operator.
    fn kernels(self) -> TokenStream {
        match (self.standalone, self.precision) {
            (true, _) => quote!(denoc_state),
            (false, Precision::F64) => quote!(::denoc::state::double),
            (false, Precision::F32) => quote!(::denoc::state::single),
        }
    }
}

/// The `impl` of a struct called `target`, on the crate `denoc`: constants and one associated function each.
#[must_use]
pub fn items(compiled: &Compiled, target: &Ident) -> TokenStream {
    implementation(compiled, target, false)
}

/// A file: a header, the struct and its `impl`. A `standalone` file needs nothing but `core` (with libm, `std`).
#[must_use]
pub fn file(compiled: &Compiled, standalone: bool) -> String {
    let target = Ident::new(&names::struct_name(&compiled.name), Span::call_site());
    let implementation = implementation(compiled, &target, standalone);
    let summary = format!(
        " Dynamics of the mechanism `{}`.",
        notes::one_line(&compiled.mechanism.name)
    );
    let items = quote! {
        #[doc = #summary]
        #[derive(Clone, Copy, Debug)]
        pub struct #target;
        #implementation
    };
    let mut text = String::new();
    for line in notes::file(compiled) {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    text.push('\n');
    text.push_str(&pretty(items));
    if standalone {
        text.push_str(standalone::sincos(compiled));
        text.push_str(&state::kernels(compiled));
    }
    text
}

fn implementation(compiled: &Compiled, target: &Ident, standalone: bool) -> TokenStream {
    let options = &compiled.options;
    let style = Style {
        precision: options.precision,
        sincos: options.sincos,
        standalone,
    };
    let (nq, nv) = (
        integer(compiled.mechanism.nq()),
        integer(compiled.mechanism.nv()),
    );
    let blocks = compiled.mechanism.blocks();
    let joints = blocks.iter().map(|block| block.name.as_str());
    let count = integer(blocks.len());
    let coordinates = blocks.iter().flat_map(|block| &block.coordinates);
    let velocities = blocks.iter().flat_map(|block| &block.velocities);
    let operations = operations(&compiled.functions, standalone);
    let functions = compiled.functions.iter().map(|one| function(one, style));
    let state = state::functions(compiled, style);
    quote! {
        #[allow(
            clippy::approx_constant,
            clippy::eq_op,
            clippy::let_and_return,
            clippy::pedantic,
            reason = "generated: numbers are those of the model"
        )]
        impl #target {
            /// Number of coordinates.
            pub const NQ: usize = #nq;
            /// Number of velocities.
            pub const NV: usize = #nv;
            /// Names of the joints and motors, in the order of the coordinates (without driven ones).
            pub const JOINTS: [&'static str; #count] = [#(#joints),*];
            /// Names of the coordinates, in their order.
            pub const COORDINATES: [&'static str; #nq] = [#(#coordinates),*];
            /// Names of the velocities, in their order.
            pub const VELOCITIES: [&'static str; #nv] = [#(#velocities),*];
            #operations
            #(#functions)*
            #state
        }
    }
}

/// The constant `OPERATIONS`.
fn operations(functions: &[Function], standalone: bool) -> TokenStream {
    let names = functions.iter().map(|function| function.name.as_str());
    let counts = functions
        .iter()
        .map(|function| counts(function.program.counts()));
    if standalone {
        let rows = counts
            .map(|[mul, add, div, neg, sqrt, trig]| quote!([#mul, #add, #div, #neg, #sqrt, #trig]));
        let count = integer(functions.len());
        return quote! {
            /// What each function costs: mul, add, div, neg, sqrt, trig.
            pub const OPERATIONS: [(&'static str, [u32; 6]); #count] = [#((#names, #rows)),*];
        };
    }
    let rows = counts.map(|[mul, add, div, neg, sqrt, trig]| {
        quote! {
            ::denoc::Operations { mul: #mul, add: #add, div: #div, neg: #neg, sqrt: #sqrt, trig: #trig }
        }
    });
    quote! {
        /// What each function costs.
        pub const OPERATIONS: ::denoc::OperationTable = ::denoc::OperationTable(&[#((#names, #rows)),*]);
    }
}

fn counts(counts: Counts) -> [Literal; 6] {
    let Counts {
        mul,
        add,
        div,
        neg,
        sqrt,
        trig,
    } = counts;
    [mul, add, div, neg, sqrt, trig].map(integer)
}

fn function(function: &Function, style: Style) -> TokenStream {
    let (program, scalar) = (&function.program, style.scalar());
    let plan = Plan::of(program);
    let docs = lines(notes::function(function, &plan, style.precision));
    let name = ident(&function.name);
    let inputs = program.inputs.iter().map(|port| {
        let (name, len) = (ident(port.argument.name()), integer(port.len));
        quote!(#name: &[#scalar; #len])
    });
    let outputs: Vec<TokenStream> = program
        .outputs
        .iter()
        .map(|output| shape(output.shape, &scalar))
        .collect();
    let result = match outputs.as_slice() {
        [one] => quote!(-> #one),
        [] => TokenStream::new(),
        several => quote!(-> (#(#several),*)),
    };
    let must_use = (!outputs.is_empty()).then(|| quote!(#[must_use]));
    let body = body::Body {
        program,
        plan: &plan,
        style,
    }
    .tokens();
    quote! {
        #(#[doc = #docs])*
        #must_use
        pub fn #name(#(#inputs),*) #result {
            #body
        }
    }
}

/// Lines of a comment as lines of documentation.
fn lines(lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| {
        if line.is_empty() {
            line
        } else {
            format!(" {line}")
        }
    })
}

/// The type of an output.
fn shape(shape: Shape, scalar: &Ident) -> TokenStream {
    match shape {
        Shape::Scalar => quote!(#scalar),
        Shape::Vector(len) => {
            let len = integer(len);
            quote!([#scalar; #len])
        }
        Shape::Matrix(rows, columns) => {
            let (rows, columns) = (integer(rows), integer(columns));
            quote!([[#scalar; #columns]; #rows])
        }
    }
}

fn integer(value: usize) -> Literal {
    Literal::usize_unsuffixed(value)
}

/// An identifier, whatever the name holds.
fn ident(name: &str) -> Ident {
    let valid = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if valid && names::identifier(name) == name.to_ascii_lowercase() {
        Ident::new(name, Span::call_site())
    } else {
        Ident::new(&names::identifier(name), Span::call_site())
    }
}

/// The tokens as text, items apart.
fn pretty(tokens: TokenStream) -> String {
    let printed = match syn::parse2(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(_) => tokens.to_string(), // cannot happen; tokens are still Rust
    };
    let mut text = String::new();
    let mut before = "{";
    for line in printed.lines() {
        let starts = |prefixes: &[&str]| {
            prefixes
                .iter()
                .any(|prefix| line.trim_start().starts_with(prefix))
        };
        let opens = before.ends_with('{')
            || before.trim_start().starts_with("///")
            || before.trim_end().ends_with(']');
        let item = starts(&["///", "#[", "fn ", "pub "])
            || (starts(&["let angles"]) && !before.ends_with(");"));
        if item && !opens
            || (before
                .trim_start()
                .trim_start_matches("::denoc::")
                .starts_with("sincos"))
        {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        before = line;
    }
    text
}
