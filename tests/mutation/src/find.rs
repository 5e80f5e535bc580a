//! Source text → all its mutants: operators, conditions, numbers, truth values, calls as statements, in functions that are neither
//! constant nor tests. Arguments of macros, patterns, types and constants are left alone.

use std::collections::HashMap;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprIf, ExprLit, ExprRepeat, ExprUnary, ExprWhile,
    ImplItemFn, ItemFn, Lit, Pat, Stmt, TraitItemFn, UnOp,
};

use crate::mutant::{Kind, Mutant, one_line};

/// All mutants of a file, in the order of their places.
///
/// # Errors
/// When the text is no Rust.
pub(crate) fn mutants(folder: &str, file: &str, text: &str) -> syn::Result<Vec<Mutant>> {
    let mut finder = Finder {
        text,
        folder,
        file,
        owner: String::new(),
        function: None,
        found: Vec::new(),
        seen: HashMap::new(),
    };
    finder.visit_file(&syn::parse_file(text)?);
    finder.found.sort_by_key(|one| one.place.start);
    Ok(finder.found)
}

/// The modules that a file has for tests alone, as paths without an end.
///
/// # Errors
/// When the text is no Rust.
pub(crate) fn test_modules(file: &str, text: &str) -> syn::Result<Vec<String>> {
    let folder = file
        .strip_suffix("/mod.rs")
        .or_else(|| file.strip_suffix(".rs"));
    let folder = folder.unwrap_or(file);
    let items = syn::parse_file(text)?.items;
    let names = items.iter().filter_map(|item| match item {
        syn::Item::Mod(one) if one.content.is_none() && is_test(&one.attrs) => Some(&one.ident),
        _ => None,
    });
    Ok(names.map(|name| format!("{folder}/{name}")).collect())
}

struct Finder<'a> {
    text: &'a str,
    folder: &'a str,
    file: &'a str,
    /// The type or trait whose functions are visited, with `::`.
    owner: String,
    /// The function that is visited.
    function: Option<String>,
    found: Vec<Mutant>,
    /// How often each (function, original, mutated) has been found.
    seen: HashMap<[String; 3], usize>,
}

impl<'a> Finder<'a> {
    fn text_of(&self, node: &impl Spanned) -> &'a str {
        &self.text[node.span().byte_range()]
    }

    /// A mutant of an expression: `code` is compiled, `mutated` is shown.
    fn replace(&mut self, node: &impl Spanned, mutated: &str, code: String) {
        self.add(node.span().byte_range(), Kind::Expression, mutated, code);
    }

    fn add(&mut self, place: Range<usize>, kind: Kind, mutated: &str, code: String) {
        let Some(function) = self.function.clone() else {
            return;
        };
        let original = one_line(&self.text[place.clone()]);
        let mutated = one_line(mutated);
        let key = [function.clone(), original.clone(), mutated.clone()];
        let seen = self.seen.entry(key).or_default();
        let occurrence = *seen;
        *seen += 1;
        let mut mutant = Mutant {
            id: String::new(),
            folder: self.folder.to_owned(),
            file: self.file.to_owned(),
            function,
            line: 1 + self.text[..place.start].matches('\n').count(),
            original,
            mutated,
            occurrence,
            place,
            code,
            kind,
        };
        mutant.id = mutant.identity();
        self.found.push(mutant);
    }

    /// The body of a function, if it is one that runs as such.
    fn visit_function(
        &mut self,
        attributes: &[Attribute],
        signature: &syn::Signature,
        block: &Block,
    ) {
        if signature.constness.is_some() || is_test(attributes) {
            return;
        }
        let name = format!("{}{}", self.owner, signature.ident);
        let outer = self.function.replace(name);
        self.visit_block(block);
        self.function = outer;
    }

    fn inside(&mut self, owner: String, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.owner, owner);
        visit(self);
        self.owner = outer;
    }

    /// A condition that is not a pattern becomes each of the truth values.
    fn condition(&mut self, condition: &Expr, values: &[&str]) {
        if !has_let(condition) {
            for value in values {
                self.replace(condition, value, (*value).to_owned());
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !matches!(item, syn::Item::Mod(one) if is_test(&one.attrs)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if is_test(&item.attrs) {
            return;
        }
        let owner = match &*item.self_ty {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let owner = owner.map_or_else(String::new, |owner| owner + "::");
        self.inside(owner, |finder| visit::visit_item_impl(finder, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let owner = format!("{}::", item.ident);
        self.inside(owner, |finder| visit::visit_item_trait(finder, item));
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.visit_function(&item.attrs, &item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.visit_function(&item.attrs, &item.sig, block);
        }
    }

    fn visit_expr_binary(&mut self, node: &'ast ExprBinary) {
        let truth = matches!(node.op, BinOp::And(_) | BinOp::Or(_));
        if !(truth && (has_let(&node.left) || has_let(&node.right))) {
            let (left, right) = (self.text_of(&node.left), self.text_of(&node.right));
            for operator in instead(node.op) {
                let code = match operator.ends_with("=") && is_assignment(node.op) {
                    true => format!("{left} {operator} {right}"),
                    false => format!("({left}) {operator} ({right})"),
                };
                self.replace(node, &format!("{left} {operator} {right}"), code);
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast ExprUnary) {
        if matches!(node.op, UnOp::Neg(_) | UnOp::Not(_)) {
            let operand = self.text_of(&node.expr);
            self.replace(node, operand, operand.to_owned());
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_lit(&mut self, node: &'ast ExprLit) {
        match &node.lit {
            Lit::Int(number) => {
                let Ok(value) = number.base10_parse::<u128>() else {
                    return;
                };
                let suffix = number.suffix();
                for other in [value.checked_add(1), value.checked_sub(1)] {
                    let Some(other) = other else { continue };
                    let code = format!("{other}{suffix}");
                    self.replace(node, &code, code.clone());
                }
            }
            Lit::Bool(truth) => {
                let code = (!truth.value).to_string();
                self.replace(node, &code, code.clone());
            }
            _ => {}
        }
    }

    fn visit_expr_if(&mut self, node: &'ast ExprIf) {
        self.condition(&node.cond, &["true", "false"]);
        visit::visit_expr_if(self, node);
    }

    fn visit_expr_while(&mut self, node: &'ast ExprWhile) {
        // `true` would hang.
        self.condition(&node.cond, &["false"]);
        visit::visit_expr_while(self, node);
    }

    fn visit_stmt(&mut self, node: &'ast Stmt) {
        if let Stmt::Expr(Expr::Call(_) | Expr::MethodCall(_), Some(_)) = node {
            let place = node.span().byte_range();
            self.add(place, Kind::Statement, "", String::new());
        }
        visit::visit_stmt(self, node);
    }

    /// Of patterns, guards alone.
    fn visit_pat(&mut self, node: &'ast Pat) {
        if let Pat::Guard(guard) = node {
            self.condition(&guard.guard, &["true", "false"]);
            self.visit_expr(&guard.guard);
        }
    }

    fn visit_expr_repeat(&mut self, node: &'ast ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
}

/// The operators that are tried in place of one.
fn instead(operator: BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["*"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["/="],
        BinOp::DivAssign(_) => &["*="],
        _ => &[],
    }
}

fn is_assignment(operator: BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_)
    )
}

/// Whether a condition, or a part of it that is joined by `&&`, is a pattern.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(node) => has_let(&node.left) || has_let(&node.right),
        _ => false,
    }
}

/// `#[test]` or `#[cfg(test)]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        let path = one.path();
        path.is_ident("test")
            || path.is_ident("cfg")
                && one
                    .parse_args::<syn::Path>()
                    .is_ok_and(|path| path.is_ident("test"))
    })
}
