//! The reader of our Rust, by way of `syn`.

use std::collections::BTreeMap;

use syn::{BinOp, Block, Expr, ImplItem, Item, ItemFn, Lit, Pat, Stmt, UnOp, Visibility};

use super::{FunctionReader, Scanned, ScannedOperand, slot};
use crate::compile::Precision;
use crate::program::Operation;

/// All public functions of the `impl` blocks of a generated file, in the order of the text, but `integrate` and
/// `difference`, which call kernels, and `prepare`, which calls `prepare_values`: they are no programs.
///
/// # Errors
/// What is not Rust, or not of a shape we print.
pub fn rust(source: &str, precision: Precision) -> Result<Vec<Scanned>, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let impls = file.items.iter().filter_map(|item| {
        if let Item::Impl(item) = item {
            Some(item)
        } else {
            None
        }
    });
    let functions = impls
        .flat_map(|item| &item.items)
        .filter_map(|item| match item {
            ImplItem::Fn(function) if matches!(function.vis, Visibility::Public(_)) => {
                let kernels = ["integrate", "difference", "prepare"];
                (!kernels.iter().any(|name| function.sig.ident == name)).then_some(function)
            }
            _ => None,
        });
    functions
        .map(|function| {
            let mut walker = Walker {
                reader: FunctionReader::new(function.sig.ident.to_string(), precision),
                functions: BTreeMap::new(),
                results: BTreeMap::new(),
            };
            walker.block(&function.block)?;
            Ok(walker.reader.finish())
        })
        .collect()
}

struct Walker<'a> {
    reader: FunctionReader,
    /// Functions inside the function.
    functions: BTreeMap<String, &'a ItemFn>,
    /// Arrays of results that writers fill.
    results: BTreeMap<String, Vec<(bool, ScannedOperand)>>,
}

impl<'a> Walker<'a> {
    fn block(&mut self, block: &'a Block) -> Result<(), String> {
        for statement in &block.stmts {
            match statement {
                Stmt::Item(Item::Fn(function)) => {
                    self.functions
                        .insert(function.sig.ident.to_string(), function);
                }
                Stmt::Local(local) => {
                    let value = local.init.as_ref().map(|init| &*init.expr);
                    self.local(&local.pat, value.ok_or("a let without a value")?)?;
                }
                Stmt::Expr(Expr::Call(call), Some(_)) => {
                    let callee = path(&call.func)?;
                    if let Some(function) = self.functions.get(&callee).copied() {
                        self.block(&function.block)?;
                    } else if !callee.starts_with("sincos") {
                        return Err(format!("unknown function {callee}"));
                    }
                }
                Stmt::Expr(Expr::Assign(assign), Some(_)) => {
                    self.assign(&assign.left, &assign.right)?
                }
                Stmt::Expr(result, None) => self.result(result)?,
                _ => return Err("a statement of unknown shape".into()),
            }
        }
        Ok(())
    }

    fn local(&mut self, pattern: &Pat, value: &Expr) -> Result<(), String> {
        let name = match pattern {
            Pat::Ident(name) => name.ident.to_string(),
            Pat::Wild(_) => return Ok(()),
            _ => return Err("a pattern of unknown shape".into()),
        };
        match (name.as_str(), value) {
            ("angles", Expr::Array(angles)) => {
                for angle in &angles.elems {
                    let angle = self.term(angle)?;
                    self.reader.scanned.angles.push(angle);
                }
            }
            ("sin" | "cos" | "live" | "prepared", _) => {}
            (name, _) if name.starts_with("out") => {
                self.results.insert(name.into(), Vec::new());
            }
            (name, Expr::Binary(binary)) => {
                let operation = match binary.op {
                    BinOp::Add(_) => Operation::Add,
                    BinOp::Sub(_) => Operation::Sub,
                    BinOp::Mul(_) => Operation::Mul,
                    BinOp::Div(_) => Operation::Div,
                    _ => return Err(format!("{name}: unknown operation")),
                };
                let (a, b) = (self.term(&binary.left)?, self.term(&binary.right)?);
                self.reader
                    .scanned
                    .statements
                    .push((slot(name)?, operation, a, b));
            }
            (name, Expr::Call(call)) if path(&call.func)? == "saturate" => {
                let mut arguments = call.args.iter().map(|argument| self.term(argument));
                let both = arguments.next().zip(arguments.next());
                let (a, b) = both.ok_or_else(|| format!("{name}: saturation of nothing"))?;
                let statement = (slot(name)?, Operation::Saturate, a?, b?);
                self.reader.scanned.statements.push(statement);
            }
            (name, _) => return Err(format!("{name}: unknown value")),
        }
        Ok(())
    }

    fn assign(&mut self, left: &Expr, right: &Expr) -> Result<(), String> {
        if let (Expr::Tuple(_), Expr::Call(call)) = (left, right) {
            // (sin[k], cos[k]) = f64::sin_cos(angle)
            let angle = call.args.first().ok_or("sine of nothing")?;
            let angle = self.term(angle)?;
            self.reader.scanned.angles.push(angle);
            return Ok(());
        }
        let name = base(left)?;
        if name == "live" {
            let (value, index) = (self.term(right)?, index(left)?);
            self.reader.arrays.insert((name, index), value);
            return Ok(());
        }
        // Writers fill results in order; the position is checked against the shape by the compiler.
        let value = self.signed(right)?;
        let result = self
            .results
            .get_mut(&name)
            .ok_or_else(|| format!("unknown array {name}"))?;
        result.push(value);
        Ok(())
    }

    fn result(&mut self, result: &Expr) -> Result<(), String> {
        let outputs = match result {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            one => vec![one],
        };
        for output in outputs {
            let filled = path(output)
                .ok()
                .and_then(|name| self.results.remove(&name));
            let elements = match filled {
                Some(elements) => elements,
                None => {
                    let mut elements = Vec::new();
                    self.flatten(output, &mut elements)?;
                    elements
                }
            };
            self.reader.scanned.outputs.push(elements);
        }
        Ok(())
    }

    fn flatten(
        &self,
        value: &Expr,
        elements: &mut Vec<(bool, ScannedOperand)>,
    ) -> Result<(), String> {
        let Expr::Array(array) = value else {
            elements.push(self.signed(value)?);
            return Ok(());
        };
        array
            .elems
            .iter()
            .try_for_each(|value| self.flatten(value, elements))
    }

    fn signed(&self, value: &Expr) -> Result<(bool, ScannedOperand), String> {
        match value {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                Ok((true, self.term(&unary.expr)?))
            }
            value => Ok((false, self.term(value)?)),
        }
    }

    fn term(&self, value: &Expr) -> Result<ScannedOperand, String> {
        match value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(number) => self.reader.number(number.base10_digits()),
                _ => Err("a literal that is no float".into()),
            },
            // A constant angle may be negative.
            Expr::Unary(unary)
                if matches!((&unary.op, &*unary.expr), (UnOp::Neg(_), Expr::Lit(_))) =>
            {
                self.reader
                    .number(&quote::quote!(#value).to_string().replace(' ', ""))
            }
            Expr::Index(_) => self.reader.element(&base(value)?, index(value)?),
            Expr::Path(_) => self.reader.local(&path(value)?),
            other => Err(format!("not understood: {}", quote::quote!(#other))),
        }
    }
}

/// The last segment of a path.
fn path(value: &Expr) -> Result<String, String> {
    match value {
        Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
    .ok_or_else(|| "a path was expected".into())
}

/// `out0` of `out0[1][2]`, `*out0`.
fn base(value: &Expr) -> Result<String, String> {
    match value {
        Expr::Index(index) => base(&index.expr),
        Expr::Unary(unary) => base(&unary.expr),
        value => path(value),
    }
}

fn index(value: &Expr) -> Result<usize, String> {
    if let Expr::Index(index) = value
        && let Expr::Lit(literal) = &*index.index
        && let Lit::Int(index) = &literal.lit
    {
        return index.base10_parse().map_err(|error| error.to_string());
    }
    Err("a subscript was expected".into())
}
