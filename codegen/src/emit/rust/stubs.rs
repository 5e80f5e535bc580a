//! Stubs: what stands in for the functions of a model that is at fault, so that its users see that fault alone.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use super::{parameters, patterns, scalar};
use crate::compile::Precision;
use crate::leaves::{Argument, Dim, Extent};
use crate::recursion::{Domain, Quantity};

/// An outline of a model with faults, for the signatures of its stubs.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Number of joints, about.
    pub joints: usize,
    /// Names of the frames.
    pub frames: Vec<String>,
    /// Its loops, where it has any.
    pub loops: Option<LoopSketch>,
    /// Names of the parameters, in any order.
    pub parameters: Vec<Ident>,
    /// The type of the parameters.
    pub precision: Precision,
    /// Whether matrices are packed.
    pub sparse: bool,
}

/// The loops of a model that is at fault.
#[derive(Clone, Copy, Debug)]
pub struct LoopSketch {
    /// Number of loops.
    pub closures: usize,
    /// Number of actuated joints.
    pub actuated: usize,
    /// Number of independent velocities, about.
    pub independent: usize,
}

impl Default for Sketch {
    fn default() -> Self {
        Self {
            joints: 1,
            frames: vec!["tip".into()],
            loops: None,
            parameters: Vec::new(),
            precision: Precision::default(),
            sparse: false,
        }
    }
}

impl Sketch {
    /// The functions that the model may have, with their names.
    fn functions(&self) -> Vec<(Quantity, String)> {
        let may_exist = |one: &Quantity| {
            let exists = one.signature().exists;
            exists.is_possible(self.loops.is_some())
        };
        let all = Quantity::table().filter(may_exist);
        let named = all.flat_map(|quantity| match quantity.frame() {
            None => vec![(quantity, quantity.signature().name.to_owned())],
            Some(_) => (self.frames.iter())
                .map(|frame| (quantity, quantity.name_for(frame)))
                .collect(),
        });
        named.collect()
    }

    /// Whether a function solves the equations of loops.
    fn solves_loops(&self, quantity: Quantity) -> bool {
        let mut rows = quantity.rows().iter();
        self.loops.is_some() && rows.any(|row| row.domain == Domain::Loops)
    }

    /// A dimension: the length of an input that has it, or a number.
    fn dimension(&self, dim: Dim, lengths: &[&str]) -> TokenStream {
        let loops = self.loops.unwrap_or(LoopSketch {
            closures: 0,
            actuated: self.joints,
            independent: 0,
        });
        let (inputs, number): (&[&str], usize) = match dim {
            // Without a velocity, nv is taken to be nq.
            Dim::Nv | Dim::Nq => (&["V", "Q"], self.joints),
            Dim::Directions if self.loops.is_none() => (&["V", "Q"], self.joints),
            Dim::Actuated if self.loops.is_none() => (&["V", "Q"], self.joints),
            Dim::VelocityPairs => (&[], self.joints * self.joints),
            Dim::VelocityTriangle => (&[], self.joints * (self.joints + 1) / 2),
            Dim::Actuated => (&["A"], loops.actuated),
            Dim::Independent | Dim::Directions => (&["I"], loops.independent),
            Dim::Rows => (&[], self.joints.saturating_sub(loops.independent)),
            Dim::Closures => (&[], loops.closures),
            Dim::Bodies => (&[], self.joints),
            Dim::Tips => (&[], 6 * self.frames.len()),
            Dim::Parameters => (&[], self.parameters.len()),
            Dim::InertialParameters => (&[], 10 * self.joints),
            Dim::BaseParameters => (&[], 7 * self.joints),
            Dim::Fixed(n) => (&[], n),
            Dim::Driven | Dim::Internal => (&[], 0),
        };
        let known = inputs.iter().find(|name| lengths.contains(name));
        known.map_or(quote!(#number), |name| {
            let name = format_ident!("{name}");
            quote!(#name)
        })
    }

    /// The generic length of an input; `None`: 1.
    fn length(&self, argument: Argument) -> Option<&'static str> {
        match argument.extent() {
            Extent::Vector(Dim::Nq) => Some("Q"),
            Extent::Vector(Dim::Actuated) if self.loops.is_some() => Some("A"),
            Extent::Vector(Dim::Nv | Dim::Actuated) => Some("V"),
            Extent::Vector(Dim::Independent) => Some("I"),
            Extent::Matrix(..) => Some("W"),
            Extent::Scalar | Extent::Vector(_) => None,
        }
    }
}

/// An `impl` of `target` with every function there may be, and the structures of the parameters where there are any.
///
/// Lengths follow from the arguments at the call, so that any array is taken and the type of the result is known; those
/// that do not are the sketch's. The model may have quaternions, hence a state to integrate, and ask for
/// a self-test.
#[must_use]
pub fn stubs(target: &Ident, sketch: &Sketch) -> TokenStream {
    let joints = sketch.joints;
    let (structures, prepared) = structures(target, sketch).unzip();
    let functions = sketch.functions().into_iter();
    let functions =
        functions.map(|(quantity, name)| function(sketch, (quantity, &name), prepared.as_ref()));
    let loops = sketch.loops.map(|one| loops(sketch, one));
    let patterns = sketch.functions().into_iter();
    let patterns = patterns.filter(|_| sketch.sparse);
    let patterns = patterns.map(|(quantity, name)| patterns_of(sketch, (quantity, &name)));
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
            #(#patterns)*
            #(#functions)*
            pub fn integrate<T, const Q: usize, const V: usize>(_q: &[T; Q], _v: &[T; V], _dt: T) -> [T; Q] {
                ::core::unimplemented!()
            }
            pub fn difference<T, const Q: usize>(_q0: &[T; Q], _q1: &[T; Q]) -> [T; Q] {
                ::core::unimplemented!()
            }
            pub fn selftest() -> bool {
                ::core::unimplemented!()
            }
        }
    }
}

/// The constants of a mechanism with loops.
fn loops(sketch: &Sketch, of: LoopSketch) -> TokenStream {
    let scalar = format_ident!("{}", scalar(sketch.precision));
    let joints = sketch.joints;
    let LoopSketch {
        closures: loops,
        actuated,
        independent,
    } = of;
    quote! {
        pub const ASSEMBLED: [#scalar; #joints] = [0.0; #joints];
        pub const LOOPS: [&'static str; #loops] = [""; #loops];
        pub const ACTUATED: [&'static str; #actuated] = [""; #actuated];
        pub const INDEPENDENT: [&'static str; #independent] = [""; #independent];
    }
}

/// The constants of the packed matrices of a function, as if none of their elements were 0.
fn patterns_of(sketch: &Sketch, (quantity, name): (Quantity, &str)) -> TokenStream {
    let outputs = quantity.signature().outputs.iter();
    let constants = outputs.filter_map(|output| match output.extent {
        Extent::Matrix(rows, columns) if output.extent.is_packable() => {
            let stem = patterns::stem(name, output.name);
            let named = |what: &str| format_ident!("{stem}_{what}");
            let [shape, starts, indices] = ["SHAPE", "COLUMN_STARTS", "ROW_INDICES"].map(named);
            let (rows, columns) = (sketch.dimension(rows, &[]), sketch.dimension(columns, &[]));
            Some(quote! {
                pub const #shape: (usize, usize) = (#rows, #columns);
                pub const #starts: [usize; #columns + 1] = [0; #columns + 1];
                pub const #indices: [usize; #rows * #columns] = [0; #rows * #columns];
            })
        }
        _ => None,
    });
    constants.collect()
}

/// The stub of a function. What solves equations of a mechanism with loops can fail.
fn function(
    sketch: &Sketch,
    (quantity, name): (Quantity, &str),
    prepared: Option<&Ident>,
) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    let signature = quantity.signature();
    let arguments = || signature.inputs.iter().filter(|one| !one.is_driven());
    let own = arguments().map(|&argument| {
        let name = format_ident!("_{}", argument.name());
        match sketch.length(argument) {
            Some(len) => {
                let len = format_ident!("{len}");
                quote!(#name: &[T; #len])
            }
            None => quote!(#name: &[T; 1]),
        }
    });
    let prepared = prepared.map(|prepared| quote!(_prepared: &#prepared));
    let inputs = prepared.into_iter().chain(own);
    let mut lengths: Vec<_> = arguments().filter_map(|&one| sketch.length(one)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let outputs = signature.outputs.iter();
    let outputs = outputs
        .filter(|output| sketch.loops.is_some() || !output.of_loops)
        .map(|output| result(output.extent, sketch, &lengths));
    let mut outputs = quote!((#(#outputs),*));
    if sketch.solves_loops(quantity) {
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

/// The type of an output, its lengths taken from the inputs that have them.
fn result(extent: Extent, sketch: &Sketch, lengths: &[&str]) -> TokenStream {
    let len = |dim: Dim| sketch.dimension(dim, lengths);
    match extent {
        Extent::Scalar => quote!(T),
        Extent::Vector(n) => {
            let n = len(n);
            quote!([T; #n])
        }
        Extent::Matrix(rows, columns) if sketch.sparse && extent.is_packable() => {
            let (rows, columns) = (sketch.dimension(rows, &[]), sketch.dimension(columns, &[]));
            quote!([T; #rows * #columns])
        }
        Extent::Matrix(rows, columns) => {
            let (rows, columns) = (len(rows), len(columns));
            quote!([[T; #columns]; #rows])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LoopSketch, Sketch, stubs};
    use quote::format_ident;

    /// The stubs without spaces.
    fn text(sketch: &Sketch) -> String {
        let stubs = stubs(&format_ident!("Arm"), sketch).to_string();
        stubs.split_whitespace().collect()
    }

    #[test]
    fn torques_have_a_length_of_their_own_where_there_are_loops() {
        let tree = text(&Sketch::default());
        assert!(tree.contains("_tau:&[T;V]"), "{tree}");
        assert!(!tree.contains("_tau:&[T;A]"), "{tree}");
        let closed = text(&Sketch {
            loops: Some(LoopSketch {
                closures: 1,
                actuated: 1,
                independent: 1,
            }),
            ..Sketch::default()
        });
        assert!(closed.contains("_tau:&[T;A]"), "{closed}");
    }
}
