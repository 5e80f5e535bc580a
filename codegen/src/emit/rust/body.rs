//! The body of a Rust function: plan → statements.

use core::ops::Range;
use std::collections::HashSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::chunk::{Part, Place, Plan, Uses, operands, trigonometry};
use super::super::literal;
use super::{Style, ident, integer, shape};
use crate::compile::{Precision, Sincos};
use crate::program::{Operand, Operation, Output, Program, Shape, Signed};
use crate::scalar::Argument;

/// What the body of a function is printed from.
pub(super) struct Body<'a> {
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan,
    pub(super) style: Style,
}

impl Body<'_> {
    /// Functions of the parts, then the flow through them.
    pub(super) fn tokens(&self) -> TokenStream {
        let parts: Vec<(usize, &Part)> = (1..)
            .zip(self.plan.parts().filter(|part| !part.inline))
            .collect();
        let chunks = parts.iter().map(|(number, part)| self.chunk(*number, part));
        let writers = (1..)
            .zip(&self.plan.writers)
            .map(|(number, elements)| self.writer(number, elements));
        let unused = self.unused();
        let live = (self.plan.live > 0).then(|| {
            let len = integer(self.plan.live);
            quote!(let mut live = [0.0; #len];)
        });
        let mut number = 1;
        let mut flow = |part: &Part| {
            if part.inline {
                return self.statements(part);
            }
            number += 1;
            self.call(number - 1, part)
        };
        let before: TokenStream = self.plan.before.iter().map(&mut flow).collect();
        let sincos = self.sincos();
        let after: TokenStream = self.plan.after.iter().map(&mut flow).collect();
        let outputs = self.outputs();
        quote! { #(#chunks)* #(#writers)* #(#unused)* #live #before #sincos #after #outputs }
    }

    /// `let _ = qdd;` for inputs the function does not depend on: the signature is that of the quantity.
    fn unused(&self) -> Vec<TokenStream> {
        let operands = operands(self.program);
        let used: HashSet<Argument> = operands
            .filter_map(|operand| match operand {
                Operand::Input(input) => Some(input.argument),
                _ => None,
            })
            .collect();
        let unused = self
            .program
            .inputs
            .iter()
            .filter(|port| !used.contains(&port.argument));
        unused
            .map(|port| {
                let name = ident(port.argument.name());
                quote!(let _ = #name;)
            })
            .collect()
    }

    /// Sine and cosine of all angles, padded to a multiple of 8 for the compiler's vectors.
    fn sincos(&self) -> TokenStream {
        if self.program.angles.is_empty() {
            return TokenStream::new();
        }
        let angles = self
            .program
            .angles
            .iter()
            .map(|angle| self.operand(*angle, &self.plan.own()));
        let len = self.angles();
        match self.style.sincos {
            Sincos::Poly => {
                let zero = quote!(0.0);
                let padding =
                    self.program.angles.len().next_multiple_of(8) - self.program.angles.len();
                let padding = core::iter::repeat_n(&zero, padding);
                let function = match self.style.precision {
                    Precision::F64 => format_ident!("sincos"),
                    Precision::F32 => format_ident!("sincosf"),
                };
                let path = if self.style.standalone {
                    quote!(#function)
                } else {
                    quote!(::denoc::#function)
                };
                quote! {
                    let angles = [#(#angles,)* #(#padding),*];
                    let mut sin = [0.0; #len];
                    let mut cos = [0.0; #len];
                    #path(&angles, &mut sin, &mut cos);
                }
            }
            Sincos::Libm => {
                let function = match (self.style.standalone, self.style.precision) {
                    (true, Precision::F64) => quote!(f64::sin_cos),
                    (true, Precision::F32) => quote!(f32::sin_cos),
                    (false, Precision::F64) => quote!(::denoc::sincos::sin_cos_libm),
                    (false, Precision::F32) => quote!(::denoc::sincos::sin_cosf_libm),
                };
                let (sine, cosine) = trigonometry(self.program);
                let sines = sine.then(|| quote!(let mut sin = [0.0; #len];));
                let cosines = cosine.then(|| quote!(let mut cos = [0.0; #len];));
                let calls = (0..).map(integer).zip(angles).map(|(index, angle)| {
                    let sine = if sine { quote!(sin[#index]) } else { quote!(_) };
                    let cosine = if cosine {
                        quote!(cos[#index])
                    } else {
                        quote!(_)
                    };
                    quote!((#sine, #cosine) = #function(#angle);)
                });
                quote! { #sines #cosines #(#calls)* }
            }
        }
    }

    /// Length of the arrays of sines and cosines.
    fn angles(&self) -> Literal {
        let len = self.program.angles.len();
        integer(match self.style.sincos {
            Sincos::Poly => len.next_multiple_of(8),
            Sincos::Libm => len,
        })
    }

    /// The function of a part. Never inlined: one large function takes compilers more than linear time.
    fn chunk(&self, number: usize, part: &Part) -> TokenStream {
        let name = format_ident!("part_{number}");
        let parameters = self.parameters(
            &self.plan.part_uses(self.program, part),
            !part.stores.is_empty(),
        );
        let statements = self.statements(part);
        quote! {
            #[inline(never)]
            fn #name(#(#parameters),*) { #statements }
        }
    }

    fn call(&self, number: usize, part: &Part) -> TokenStream {
        let name = format_ident!("part_{number}");
        let arguments = arguments(
            &self.plan.part_uses(self.program, part),
            !part.stores.is_empty(),
        );
        quote!(#name(#(#arguments),*);)
    }

    fn parameters(&self, uses: &Uses, stores: bool) -> Vec<TokenStream> {
        let (scalar, angles, live) = (self.style.scalar(), self.angles(), integer(self.plan.live));
        let ports = self
            .program
            .inputs
            .iter()
            .filter(|port| uses.inputs.contains(&port.argument));
        let mut parameters: Vec<TokenStream> = ports
            .map(|port| {
                let (name, len) = (ident(port.argument.name()), integer(port.len));
                quote!(#name: &[#scalar; #len])
            })
            .collect();
        if uses.sine {
            parameters.push(quote!(sin: &[#scalar; #angles]));
        }
        if uses.cosine {
            parameters.push(quote!(cos: &[#scalar; #angles]));
        }
        if uses.live {
            let mutable = stores.then(|| quote!(mut));
            parameters.push(quote!(live: &#mutable [#scalar; #live]));
        }
        parameters
    }

    fn statements(&self, part: &Part) -> TokenStream {
        let scope = if part.inline {
            self.plan.own()
        } else {
            part.statements.clone()
        };
        let lets = part.statements.clone().map(|slot| {
            let statement = &self.program.statements[slot];
            let (name, a, b) = (
                local(slot),
                self.operand(statement.a, &scope),
                self.operand(statement.b, &scope),
            );
            match statement.operation {
                Operation::Add => quote!(let #name = #a + #b;),
                Operation::Sub => quote!(let #name = #a - #b;),
                Operation::Mul => quote!(let #name = #a * #b;),
                Operation::Div => quote!(let #name = #a / #b;),
                Operation::Saturate => {
                    let kernels = self.style.kernels();
                    quote!(let #name = #kernels::saturate(#a, #b);)
                }
            }
        });
        let stores = part.stores.iter().filter_map(|&slot| {
            let (name, index) = (local(slot), integer(self.plan.stored(slot)?));
            Some(quote!(live[#index] = #name;))
        });
        lets.chain(stores).collect()
    }

    /// The result: an expression, or, when long, arrays that functions of their own fill.
    fn outputs(&self) -> TokenStream {
        if self.plan.writers.is_empty() {
            let outputs = self
                .program
                .outputs
                .iter()
                .map(|output| self.output(output));
            return tuple(outputs.collect());
        }
        let zero = quote!(0.0);
        let names: Vec<Ident> = (0..self.program.outputs.len())
            .map(|k| format_ident!("out{k}"))
            .collect();
        let zeros = self
            .program
            .outputs
            .iter()
            .map(|output| filled(output.shape, &zero));
        let outputs = self.program.outputs.iter();
        let mutable = outputs.map(|output| (!output.elements.is_empty()).then(|| quote!(mut)));
        let calls = (1..).zip(&self.plan.writers).map(|(number, elements)| {
            let name = format_ident!("write_{number}");
            let mut arguments = arguments(&self.plan.writer_uses(self.program, elements), false);
            arguments.extend(self.touched(elements).into_iter().map(|k| {
                let name = &names[k];
                quote!(&mut #name)
            }));
            quote!(#name(#(#arguments),*);)
        });
        let result = tuple(names.iter().map(|name| quote!(#name)).collect());
        quote! { #(let #mutable #names = #zeros;)* #(#calls)* #result }
    }

    fn output(&self, output: &Output) -> TokenStream {
        let elements: Vec<TokenStream> = output
            .elements
            .iter()
            .map(|element| self.signed(element, &self.plan.own()))
            .collect();
        match output.shape {
            Shape::Scalar => quote!(#(#elements)*),
            Shape::Vector(_) => quote!([#(#elements),*]),
            Shape::Matrix(rows, columns) => {
                let rows = (0..rows).map(|row| {
                    let row = &elements[row * columns..(row + 1) * columns];
                    quote!([#(#row),*])
                });
                quote!([#(#rows),*])
            }
        }
    }

    /// Writes a run of output elements, counted through all outputs.
    fn writer(&self, number: usize, elements: &Range<usize>) -> TokenStream {
        let (name, scalar) = (format_ident!("write_{number}"), self.style.scalar());
        let mut parameters = self.parameters(&self.plan.writer_uses(self.program, elements), false);
        parameters.extend(self.touched(elements).into_iter().map(|k| {
            let (name, shape) = (
                format_ident!("out{k}"),
                shape(self.program.outputs[k].shape, &scalar),
            );
            quote!(#name: &mut #shape)
        }));
        let outputs = self.program.outputs.iter().enumerate();
        let all = outputs.flat_map(|(k, output)| {
            (0..)
                .zip(&output.elements)
                .map(move |(at, value)| (k, at, value))
        });
        let lines = all
            .skip(elements.start)
            .take(elements.len())
            .map(|(k, at, value)| {
                let (name, value) = (format_ident!("out{k}"), self.signed(value, &(0..0)));
                let place = element(self.program.outputs[k].shape, at);
                let star = place.is_empty().then(|| quote!(*));
                quote!(#star #name #place = #value;)
            });
        quote! {
            #[inline(never)]
            fn #name(#(#parameters),*) { #(#lines)* }
        }
    }

    /// The outputs that have elements in a run.
    fn touched(&self, elements: &Range<usize>) -> Vec<usize> {
        let mut start = 0;
        let mut touched = Vec::new();
        for (k, output) in self.program.outputs.iter().enumerate() {
            let end = start + output.elements.len();
            if start < elements.end && elements.start < end {
                touched.push(k);
            }
            start = end;
        }
        touched
    }

    fn signed(&self, element: &Signed, scope: &Range<usize>) -> TokenStream {
        let value = self.operand(element.operand, scope);
        if element.negative {
            quote!(-#value)
        } else {
            value
        }
    }

    fn operand(&self, operand: Operand, scope: &Range<usize>) -> TokenStream {
        match self.plan.place(operand, scope) {
            Place::Constant(index) => {
                let text = literal::text(&self.program.constants[index], self.style.precision);
                text.parse().unwrap_or_default() // a number always parses
            }
            Place::Input(input) => {
                let (name, index) = (ident(input.argument.name()), integer(input.index));
                quote!(#name[#index])
            }
            Place::Cosine(index) => {
                let index = integer(index);
                quote!(cos[#index])
            }
            Place::Sine(index) => {
                let index = integer(index);
                quote!(sin[#index])
            }
            Place::Local(slot) => {
                let name = local(slot);
                quote!(#name)
            }
            Place::Live(index) => {
                let index = integer(index);
                quote!(live[#index])
            }
        }
    }
}

fn arguments(uses: &Uses, stores: bool) -> Vec<TokenStream> {
    let mut arguments: Vec<TokenStream> = uses
        .inputs
        .iter()
        .map(|argument| {
            let name = ident(argument.name());
            quote!(#name)
        })
        .collect();
    arguments.extend(uses.sine.then(|| quote!(&sin)));
    arguments.extend(uses.cosine.then(|| quote!(&cos)));
    arguments.extend(uses.live.then(|| {
        if stores {
            quote!(&mut live)
        } else {
            quote!(&live)
        }
    }));
    arguments
}

fn tuple(values: Vec<TokenStream>) -> TokenStream {
    match values.as_slice() {
        [] => TokenStream::new(),
        [one] => one.clone(),
        several => quote!((#(#several),*)),
    }
}

/// An array of that shape with one value throughout.
fn filled(shape: Shape, value: &TokenStream) -> TokenStream {
    match shape {
        Shape::Scalar => value.clone(),
        Shape::Vector(len) => {
            let len = integer(len);
            quote!([#value; #len])
        }
        Shape::Matrix(rows, columns) => {
            let (rows, columns) = (integer(rows), integer(columns));
            quote!([[#value; #columns]; #rows])
        }
    }
}

/// The subscripts of an element.
fn element(shape: Shape, at: usize) -> TokenStream {
    match shape {
        Shape::Scalar => TokenStream::new(),
        Shape::Vector(_) => {
            let at = integer(at);
            quote!([#at])
        }
        Shape::Matrix(_, columns) => {
            let (row, column) = (integer(at / columns), integer(at % columns));
            quote!([#row][#column])
        }
    }
}

fn local(slot: usize) -> Ident {
    format_ident!("t{slot}")
}
