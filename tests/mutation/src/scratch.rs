//! The project at `root` → a copy with mutants, in which a file is written only when it differs: the next build is as short as it can be.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use miette::{IntoDiagnostic, Result, WrapErr, ensure};

use crate::mutant::Mutant;
use crate::rewrite::{Rewritten, rewrite};

/// The crates with mutants, and the folder of the copy in which `include_str!` of generated kernels finds them as they are.
const CRATES: &[&str] = &["codegen", "sincos"];
/// The file that includes the texts of others.
const SOURCES: &str = "sincos/src/source.rs";
const SWITCH: &str = include_str!("switch.rs");

/// A folder for the copy, its builds and what is known of them.
pub(crate) struct Scratch {
    /// The folder.
    pub(crate) folder: PathBuf,
}

impl Scratch {
    /// The copy of the project.
    pub(crate) fn project(&self) -> PathBuf {
        self.folder.join("project")
    }

    /// A file beside the copy.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The builds.
    pub(crate) fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// Brings the copy up to date, with these mutants; what was rewritten, by file.
    ///
    /// # Errors
    /// When `git` cannot list the files, or one cannot be read or written.
    pub(crate) fn write(
        &self,
        root: &Path,
        mutants: &[Mutant],
    ) -> Result<BTreeMap<String, Rewritten>> {
        let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
        for (number, one) in mutants.iter().enumerate() {
            by_file.entry(&one.file).or_default().push((number, one));
        }
        let mut rewritten = BTreeMap::new();
        let mut kept = HashSet::new();
        for name in files(root)? {
            let bytes = fs::read(root.join(&name))
                .into_diagnostic()
                .wrap_err(name.clone())?;
            if name.starts_with("sincos/src/") {
                let plain = name.replacen("src", "plain", 1);
                self.put(&plain, &bytes)?;
                kept.insert(plain);
            }
            let Ok(mut text) = String::from_utf8(bytes.clone()) else {
                self.put(&name, &bytes)?;
                kept.insert(name);
                continue;
            };
            if let Some(mutants) = by_file.get(name.as_str()) {
                let new = rewrite(&text, mutants);
                text.clone_from(&new.text);
                rewritten.insert(name.clone(), new);
            }
            if name == SOURCES {
                text = text.replace("include_str!(\"", "include_str!(\"../plain/");
            }
            if CRATES.iter().any(|one| name == format!("{one}/src/lib.rs")) {
                text += "\nmod mutant;\n";
            }
            self.put(&name, text.as_bytes())?;
            kept.insert(name);
        }
        let switch = format!("{SWITCH}\nconst MUTANTS: usize = {};\n", mutants.len());
        for one in CRATES {
            let name = format!("{one}/src/mutant.rs");
            self.put(&name, switch.as_bytes())?;
            kept.insert(name);
        }
        self.remove_others(&kept)?;
        Ok(rewritten)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.project().join(name);
        if fs::read(&path).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).into_diagnostic()?;
        }
        fs::write(&path, bytes)
            .into_diagnostic()
            .wrap_err(name.to_owned())
    }

    /// Removes the files that an earlier copy had.
    fn remove_others(&self, kept: &HashSet<String>) -> Result<()> {
        let list = self.file("files.txt");
        for name in fs::read_to_string(&list).unwrap_or_default().lines() {
            if !kept.contains(name) {
                // It may be gone already.
                let _ = fs::remove_file(self.project().join(name));
            }
        }
        let mut names: Vec<&str> = kept.iter().map(String::as_str).collect();
        names.sort_unstable();
        fs::write(list, names.join("\n")).into_diagnostic()
    }
}

/// The files of the project, relative to its root: what `git` knows or would add.
fn files(root: &Path) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.current_dir(root).args([
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]);
    let listed = git.output().into_diagnostic().wrap_err("git ls-files")?;
    ensure!(
        listed.status.success(),
        "git ls-files fails in {}",
        root.display()
    );
    let names = String::from_utf8(listed.stdout).into_diagnostic()?;
    let names = names.split('\0').filter(|name| root.join(name).is_file());
    Ok(names.map(str::to_owned).collect())
}
