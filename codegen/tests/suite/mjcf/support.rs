//! Models to read.

use std::path::PathBuf;

use denoc_codegen::mechanism::{Body, Mechanism};
use denoc_codegen::model::{Loaded, load_as};

use crate::common;

/// A good model. Line n of a fault counts from its first line.
pub(crate) const ARM: &str = r#"<mujoco model="arm">
  <compiler angle="radian"/>
  <default>
    <default class="strong">
      <joint damping="0.5"/>
    </default>
  </default>
  <worldbody>
    <body name="upper" pos="0 0 0.3">
      <joint name="shoulder" axis="0 1 0"/>
      <inertial pos="0 0 0.1" mass="1.5" diaginertia="0.1 0.1 0.1"/>
      <body name="lower" pos="0.2 0 0">
        <joint name="elbow" type="slide" axis="1 0 0" range="0 0.5"/>
        <geom type="box" size="0.1 0.1 0.1"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"#;

/// [`ARM`] with its first `from` replaced.
#[track_caller]
pub(crate) fn arm(from: &str, to: &str) -> String {
    assert!(ARM.contains(from), "{from}");
    ARM.replacen(from, to, 1)
}

/// Reads a model that must be good.
#[track_caller]
pub(crate) fn good(text: &str) -> Loaded {
    common::good("arm.xml", text)
}

/// A model of these bodies, with what is before `<worldbody>` and behind it.
pub(crate) fn world(before: &str, bodies: &str, behind: &str) -> String {
    format!("<mujoco>{before}<worldbody>{bodies}</worldbody>{behind}</mujoco>")
}

/// The mechanism of one body in the world, whose content is given.
#[track_caller]
pub(crate) fn one(before: &str, content: &str) -> Mechanism {
    good(&world(
        before,
        &format!("<body name=\"b\">{content}</body>"),
        "",
    ))
    .mechanism
}

/// The body whose joint has a name.
#[track_caller]
pub(crate) fn moved_by<'m>(mechanism: &'m Mechanism, joint: &str) -> &'m Body {
    let mut bodies = mechanism.bodies.iter();
    bodies.find(|body| body.joint_name == joint).expect(joint)
}

/// Files beside each other; removed at the end.
pub(crate) struct Files(pub(crate) PathBuf);

impl Files {
    pub(crate) fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let directory = format!("denoc-mjcf-{test}-{}", std::process::id());
        let directory = std::env::temp_dir().join(directory);
        for (name, text) in files {
            let path = directory.join(name);
            let folder = path.parent().expect("a folder");
            std::fs::create_dir_all(folder).expect("temporary directory");
            std::fs::write(path, text).expect("temporary file");
        }
        Self(directory)
    }

    pub(crate) fn load(&self, name: &str) -> Result<Loaded, denoc_codegen::error::ModelError> {
        load_as(&self.0.join(name), name)
    }

    #[track_caller]
    pub(crate) fn good(&self, name: &str) -> Loaded {
        self.load(name).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Path, `line:column` and message of the errors of a model.
    #[track_caller]
    pub(crate) fn errors(&self, name: &str) -> Vec<(String, String, String)> {
        let Err(error) = self.load(name) else {
            panic!("no fault in {name}")
        };
        let shown = |one: denoc_codegen::error::Diagnostic| {
            assert!(!one.help.is_empty(), "{one}");
            let at = one.place.as_ref();
            let at = at.map_or(String::new(), |at| format!("{}:{}", at.line, at.column));
            (one.path, at, one.message)
        };
        error.0.into_iter().map(shown).collect()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        // What is left of a test is of no use.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
