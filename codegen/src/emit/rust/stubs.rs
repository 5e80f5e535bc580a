//! Stubs: what stands in for the functions of a model that is at fault, so that its users see that fault alone.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{parameters, scalar};
use crate::compile::Precision;
use crate::generic::generic;
use crate::program::Shape;
use crate::quantity::Quantity;
use crate::scalar::Argument;

/// Number of joints of the sample mechanism: a length that no other dimension of an output has.
const SAMPLE: usize = 7;

/// What a model that is at fault seems to describe.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Number of joints, about.
    pub joints: usize,
    /// Names of the parameters, in any order.
    pub parameters: Vec<Ident>,
    /// The type of the parameters.
    pub precision: Precision,
}

impl Default for Sketch {
    fn default() -> Self {
        Self {
            joints: 1,
            parameters: Vec::new(),
            precision: Precision::default(),
        }
    }
}

/// An `impl` of `target` with every function there may be, and the structures of the parameters where there are any.
///
/// Lengths follow from the arguments at the call, so that any array is taken and the type of the result is known. The
/// model may have quaternions, hence a state to integrate.
#[must_use]
pub fn stubs(target: &Ident, sketch: &Sketch) -> TokenStream {
    let (sample, joints) = (generic(SAMPLE), sketch.joints);
    let (structures, prepared) = structures(target, sketch).unzip();
    let functions = Quantity::all(&sample).into_iter().map(|quantity| {
        let name = Ident::new(&quantity.name(&sample), Span::call_site());
        let arguments = quantity.arguments(&sample);
        let moving = arguments.len() > 1;
        let own = arguments.iter().map(|argument| {
            let (name, len) = (format_ident!("_{}", argument.name()), length(*argument));
            quote!(#name: &[T; #len])
        });
        let prepared = prepared
            .iter()
            .map(|prepared| quote!(_prepared: &#prepared));
        let inputs = prepared.chain(own);
        let outputs = quantity.outputs(&sample);
        let outputs = outputs.iter().map(|(_, shape)| result(*shape, moving));
        let lengths = [Argument::Q, Argument::Qd, Argument::Wrenches]
            .into_iter()
            .filter(|kind| arguments.iter().any(|one| length(*one) == length(*kind)))
            .map(length);
        quote! {
            pub fn #name<T, #(const #lengths: usize),*>(#(#inputs),*) -> (#(#outputs),*) {
                ::core::unimplemented!()
            }
        }
    });
    quote! {
        #structures
        #[allow(missing_docs, clippy::type_complexity, reason = "stubs of a model that is at fault")]
        impl #target {
            pub const NQ: usize = #joints;
            pub const NV: usize = #joints;
            pub const JOINTS: [&'static str; #joints] = [""; #joints];
            pub const COORDINATES: [&'static str; #joints] = [""; #joints];
            pub const VELOCITIES: [&'static str; #joints] = [""; #joints];
            pub const OPERATIONS: ::denoc::OperationTable = ::denoc::OperationTable(&[]);
            #(#functions)*
            pub fn integrate<T, const Q: usize, const V: usize>(_q: &[T; Q], _v: &[T; V], _dt: T) -> [T; Q] {
                ::core::unimplemented!()
            }
            pub fn difference<T, const Q: usize>(_q0: &[T; Q], _q1: &[T; Q]) -> [T; Q] {
                ::core::unimplemented!()
            }
        }
    }
}

/// The structure of the parameters with its `prepare`, and the name of what that returns, which the functions take
/// first; nothing without parameters.
fn structures(target: &Ident, sketch: &Sketch) -> Option<(TokenStream, Ident)> {
    let fields = &sketch.parameters;
    if fields.is_empty() {
        return None;
    }
    let target = target.to_string();
    let name = format_ident!("{}", parameters::parameters_type(&target));
    let prepared = format_ident!("{}", parameters::prepared_type(&target));
    let scalar = format_ident!("{}", scalar(sketch.precision));
    let structures = quote! {
        #[allow(missing_docs, reason = "stub of a model that is at fault")]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct #name {
            #(pub #fields: #scalar,)*
        }
        #[allow(missing_docs, reason = "stub of a model that is at fault")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct #prepared;
        #[allow(missing_docs, reason = "stub of a model that is at fault")]
        impl #name {
            pub fn prepare(&self) -> ::core::result::Result<#prepared, ::denoc::Status> {
                ::core::unimplemented!()
            }
        }
    };
    Some((structures, prepared))
}

/// The generic length of an input.
fn length(argument: Argument) -> Ident {
    format_ident!(
        "{}",
        match argument {
            Argument::Q => "Q",
            Argument::Wrenches => "W",
            _ => "V",
        }
    )
}

/// The type of an output, its lengths taken from the inputs; without a velocity, nv is taken to be nq.
fn result(shape: Shape, moving: bool) -> TokenStream {
    let velocities = format_ident!("{}", if moving { "V" } else { "Q" });
    let len = |n: usize| match n {
        SAMPLE => quote!(#velocities),
        _ => quote!(#n),
    };
    match shape {
        Shape::Scalar => quote!(T),
        Shape::Vector(n) => {
            let n = len(n);
            quote!([T; #n])
        }
        Shape::Matrix(rows, columns) => {
            let (rows, columns) = (len(rows), len(columns));
            quote!([[T; #columns]; #rows])
        }
    }
}
