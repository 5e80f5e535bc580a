//! Stubs: what stands in for the functions of a model that is at fault, so that its users see that fault alone.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{parameters, scalar};
use crate::compile::Precision;
use crate::generic::generic;
use crate::leaves::Argument;
use crate::mechanism::{Loops, Mechanism};
use crate::program::Shape;
use crate::quantity::Quantity;

/// Number of joints of the sample mechanism: a length that no other dimension of an output has.
const SAMPLE: usize = 7;

/// What a model that is at fault seems to describe.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// A mechanism that has the functions it may have: every length that depends on the mechanism is another number
    /// there, and none of them 3 or 6.
    pub sample: Mechanism,
    /// Number of joints, about.
    pub joints: usize,
    /// Number of loops.
    pub loops: usize,
    /// Number of actuated joints.
    pub actuated: usize,
    /// Number of independent velocities, about.
    pub independent: usize,
    /// Names of the parameters, in any order.
    pub parameters: Vec<Ident>,
    /// The type of the parameters.
    pub precision: Precision,
}

impl Default for Sketch {
    fn default() -> Self {
        Self {
            sample: generic(SAMPLE),
            joints: 1,
            loops: 0,
            actuated: 1,
            independent: 1,
            parameters: Vec::new(),
            precision: Precision::default(),
        }
    }
}

/// An `impl` of `target` with every function there may be, and the structures of the parameters where there are any.
///
/// Lengths follow from the arguments at the call, so that any array is taken and the type of the result is known; those
/// that do not are the sketch's. The model may have quaternions, hence a state to integrate.
#[must_use]
pub fn stubs(target: &Ident, sketch: &Sketch) -> TokenStream {
    let joints = sketch.joints;
    let (structures, prepared) = structures(target, sketch).unzip();
    let functions = Quantity::all(&sketch.sample);
    let functions = functions
        .into_iter()
        .map(|quantity| function(sketch, quantity, prepared.as_ref()));
    let loops = sketch.sample.loops.as_ref().map(|_| loops(sketch));
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
            #loops
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

/// The constants of a mechanism with loops.
fn loops(sketch: &Sketch) -> TokenStream {
    let scalar = format_ident!("{}", scalar(sketch.precision));
    let (joints, loops) = (sketch.joints, sketch.loops);
    let (actuated, independent) = (sketch.actuated, sketch.independent);
    quote! {
        pub const ASSEMBLED: [#scalar; #joints] = [0.0; #joints];
        pub const LOOPS: [&'static str; #loops] = [""; #loops];
        pub const ACTUATED: [&'static str; #actuated] = [""; #actuated];
        pub const INDEPENDENT: [&'static str; #independent] = [""; #independent];
    }
}

/// The stub of a function. What solves equations of a mechanism with loops can fail.
fn function(sketch: &Sketch, quantity: Quantity, prepared: Option<&Ident>) -> TokenStream {
    let sample = &sketch.sample;
    let name = Ident::new(&quantity.name(sample), Span::call_site());
    let arguments = quantity.arguments(sample);
    let closed = sample.loops.is_some();
    let own = arguments.iter().map(|argument| {
        let name = format_ident!("_{}", argument.name());
        match length(*argument, closed) {
            Some(len) => {
                let len = format_ident!("{len}");
                quote!(#name: &[T; #len])
            }
            None => quote!(#name: &[T; 1]),
        }
    });
    let prepared = prepared.map(|prepared| quote!(_prepared: &#prepared));
    let inputs = prepared.into_iter().chain(own);
    let mut lengths: Vec<_> = arguments
        .iter()
        .filter_map(|argument| length(*argument, closed))
        .collect();
    lengths.sort_unstable();
    lengths.dedup();
    let outputs = quantity.outputs(sample);
    let outputs = outputs
        .iter()
        .map(|(_, shape)| result(*shape, sketch, &lengths));
    let mut outputs = quote!((#(#outputs),*));
    if quantity.solves_loops(sample) {
        outputs = quote!(::core::result::Result<#outputs, ::denoc::Status>);
    }
    let lengths = lengths.iter().map(|len| format_ident!("{len}"));
    quote! {
        pub fn #name<T, #(const #lengths: usize),*>(#(#inputs),*) -> #outputs {
            ::core::unimplemented!()
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

/// The generic length of an input; `None`: 1.
fn length(argument: Argument, closed: bool) -> Option<&'static str> {
    match argument {
        Argument::Q => Some("Q"),
        Argument::Wrenches => Some("W"),
        Argument::Tau if closed => Some("A"),
        Argument::Independent => Some("I"),
        Argument::StepSize => None,
        _ => Some("V"),
    }
}

/// A dimension of an output.
#[derive(Clone, Copy)]
enum Dimension {
    Velocities,
    Actuated,
    Independent,
    /// Equations of the loops.
    Rows,
    Loops,
    /// The same for every mechanism.
    Fixed(usize),
}

impl Dimension {
    /// Which one a number of the sample is: all that depend on the mechanism are different there. This is the one place where
    /// a number is taken for a dimension.
    fn of(n: usize, sample: &Mechanism) -> Self {
        let loops = sample.loops.as_ref();
        let is = |of: fn(&Loops) -> usize| loops.is_some_and(|loops| of(loops) == n);
        match n {
            n if n == sample.nv() => Self::Velocities,
            _ if is(|loops| loops.actuated.len()) => Self::Actuated,
            _ if is(Loops::freedom) => Self::Independent,
            _ if is(|loops| loops.mobility.rank) => Self::Rows,
            _ if is(|loops| loops.closures.len()) => Self::Loops,
            n => Self::Fixed(n),
        }
    }

    /// The same in the sketch: the length of an input that has it, or a number. Without a velocity, nv is taken to be nq.
    fn in_sketch(self, sketch: &Sketch, lengths: &[&str]) -> TokenStream {
        let (inputs, number): (&[&str], usize) = match self {
            Self::Velocities => (&["V", "Q"], sketch.joints),
            Self::Actuated => (&["A"], sketch.actuated),
            Self::Independent => (&["I"], sketch.independent),
            Self::Rows => (&[], sketch.joints.saturating_sub(sketch.independent)),
            Self::Loops => (&[], sketch.loops),
            Self::Fixed(n) => (&[], n),
        };
        let known = inputs.iter().find(|name| lengths.contains(name));
        known.map_or(quote!(#number), |name| {
            let name = format_ident!("{name}");
            quote!(#name)
        })
    }
}

/// The type of an output, its lengths taken from the inputs that have them.
fn result(shape: Shape, sketch: &Sketch, lengths: &[&str]) -> TokenStream {
    let len = |n: usize| Dimension::of(n, &sketch.sample).in_sketch(sketch, lengths);
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
