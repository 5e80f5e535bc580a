//! The test that no module uses one of a layer above its own: all files of the crate are parsed, and every path into the
//! crate is compared with [`LAYERS`](super::LAYERS).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, UseTree};

use super::LAYERS;

/// A module that is read, and what it uses.
struct ModuleReader {
    /// Names of the modules from the root to this one.
    path: Vec<String>,
    file: PathBuf,
    /// The files of modules without a body.
    folder: PathBuf,
    /// (module of the root, module of the root that it uses, file).
    found: BTreeSet<(String, String, PathBuf)>,
}

impl ModuleReader {
    fn read(&mut self) {
        let text = std::fs::read_to_string(&self.file).expect("a source file");
        let file = syn::parse_file(&text).expect("Rust");
        self.visit_file(&file);
    }

    /// A path of segments from here: `crate::a::b`, `super::super::c`.
    fn uses(&mut self, segments: &[String]) {
        let supers = segments.iter().take_while(|one| *one == "super").count();
        let place = match segments.first().map(String::as_str) {
            Some("crate") => 1,
            Some("super") if supers == self.path.len() => supers,
            _ => return,
        };
        let (Some(own), Some(other)) = (self.path.first(), segments.get(place)) else {
            return;
        };
        if own != other && LAYERS.contains(&other.as_str()) {
            (self.found).insert((own.clone(), other.clone(), self.file.clone()));
        }
    }

    fn uses_tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.uses_tree(&path.tree, &with(&path.ident)),
            UseTree::Name(name) => self.uses(&with(&name.ident)),
            UseTree::Rename(name) => self.uses(&with(&name.ident)),
            UseTree::Glob(_) => self.uses(before),
            UseTree::Group(group) => {
                for item in &group.items {
                    self.uses_tree(item, before);
                }
            }
        }
    }

    /// Paths in the arguments of a macro, which are no syntax yet.
    fn uses_tokens(&mut self, tokens: TokenStream) {
        let mut segments: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(one) if one.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.uses(&std::mem::take(&mut segments));
                    }
                    segments.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.uses(&std::mem::take(&mut segments));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.uses_tokens(group.stream());
                    }
                }
            }
        }
        self.uses(&segments);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        one.path().is_ident("cfg")
            && one
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for ModuleReader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(one) => &one.attrs,
            Item::Fn(one) => &one.attrs,
            Item::Use(one) => &one.attrs,
            Item::Const(one) => &one.attrs,
            Item::Impl(one) => &one.attrs,
            _ => &Vec::new(),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        let name = item.ident.to_string();
        self.path.push(name.clone());
        if let Some((_, items)) = &item.content {
            for item in items {
                self.visit_item(item);
            }
        } else {
            let beside = self.folder.join(&name).with_extension("rs");
            let below = self.folder.join(&name).join("mod.rs");
            let folder = self.folder.join(&name);
            let file =
                std::mem::replace(&mut self.file, if beside.exists() { beside } else { below });
            let folder = std::mem::replace(&mut self.folder, folder);
            self.read();
            (self.file, self.folder) = (file, folder);
        }
        self.path.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.uses_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|one| one.ident.to_string())
            .collect();
        self.uses(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, one: &'ast syn::Macro) {
        self.uses_tokens(one.tokens.clone());
    }
}

#[test]
fn no_module_uses_one_of_a_layer_above() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut reader = ModuleReader {
        path: Vec::new(),
        file: folder.join("lib.rs"),
        folder,
        found: BTreeSet::new(),
    };
    reader.read();
    assert!(
        reader.found.len() > 100,
        "what is used is found: {:?}",
        reader.found
    );
    let place = |name: &str| LAYERS.iter().position(|known| *known == name);
    for (own, other, file) in &reader.found {
        let file = file.display();
        assert!(
            place(own).is_some(),
            "`{own}` has no place in LAYERS of lib.rs"
        );
        assert!(
            place(other) < place(own),
            "{file}: `{own}` uses `{other}`, which is above it in LAYERS of lib.rs"
        );
    }
}

#[test]
fn every_module_has_its_layer() {
    let text = include_str!("lib.rs");
    let file = syn::parse_file(text).expect("Rust");
    let mut modules = BTreeSet::new();
    for item in &file.items {
        if let Item::Mod(module) = item
            && !is_test(&module.attrs)
        {
            modules.insert(module.ident.to_string());
        }
    }
    assert_eq!(modules, LAYERS.iter().map(ToString::to_string).collect());
}
