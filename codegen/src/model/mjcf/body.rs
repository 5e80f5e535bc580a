//! `<worldbody>` and what is in it → bodies in MuJoCo's order, each with its joints, its inertia and its sites.
//!
//! A `<frame>` is no body: what is in it is written in its pose, and belongs to the body around it.

use core::ops::Range;
use std::collections::HashMap;

use super::defaults::MAIN;
use super::element::Element;
use super::geom::{self, Lump};
use super::inertia::{self, GeomElement};
use super::joint::{self, Kind, MjcfJoint};
use super::orientation::placement;
use super::reader::{MjcfReader, described};
use crate::exact::number::Number;
use crate::exact::turns::Placement;
use crate::model::raw::At;

/// The attributes of a body.
const BODY: [&str; 14] = [
    "name",
    "childclass",
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
    "mocap",
    "gravcomp",
    "user",
    "sleep",
    "fuse",
    "simple",
];

/// The attributes of a frame.
const FRAME: [&str; 8] = [
    "name",
    "childclass",
    "pos",
    "quat",
    "axisangle",
    "xyaxes",
    "zaxis",
    "euler",
];

/// The children of a body and of a frame, but for those that are refused.
const CHILDREN: [&str; 9] = [
    "inertial",
    "joint",
    "freejoint",
    "geom",
    "site",
    "camera",
    "light",
    "body",
    "frame",
];

/// Children that nothing here stands for, why, and what to do.
const REFUSED: [(&str, &str, &str); 5] = [
    ("composite", "is not expanded", SAVE),
    (
        "flexcomp",
        "is deformable, which is not read",
        "remove it, or describe it as a `flexible` body of a TOML model",
    ),
    ("replicate", "is not expanded", SAVE),
    ("attach", "is not expanded", SAVE),
    (
        "plugin",
        "has forces of its own, which are not computed",
        "remove it",
    ),
];

const SAVE: &str =
    "save the model as MuJoCo has compiled it: `mujoco.mj_saveLastXML(\"FILE.xml\", model)`";

/// A body as written, before it is cut into one for each joint.
pub(super) struct MjcfBody {
    pub(super) name: At<String>,
    /// By its index; `None`: the world.
    pub(super) parent: Option<usize>,
    /// Its pose in that of its parent, as the file shows it.
    pub(super) placement: Placement,
    /// In the order in which they act.
    pub(super) joints: Vec<MjcfJoint>,
    pub(super) inertia: Lump,
    /// The place of its inertia.
    pub(super) inertia_at: Range<usize>,
}

/// A place on a body.
pub(super) struct Site {
    /// `None`: the world.
    pub(super) body: Option<usize>,
    pub(super) placement: Placement,
}

/// The bodies of a model, parents before their children, with the places on them.
#[derive(Default)]
pub(super) struct Bodies {
    pub(super) bodies: Vec<MjcfBody>,
    /// By name; looked up only.
    pub(super) sites: HashMap<String, Site>,
    /// The geoms of every body.
    pub(super) geoms: Vec<Vec<GeomElement>>,
    /// The first geom of all, whose contacts are not computed.
    pub(super) first_geom: Option<Range<usize>>,
}

/// What is in a body, frames resolved.
#[derive(Default)]
struct Content<'e> {
    inertial: Vec<&'e Element>,
    joints: Vec<MjcfJoint>,
    geoms: Vec<GeomElement>,
    /// Bodies with the frames and the classes that they are in.
    bodies: Vec<(&'e Element, Placement, usize)>,
}

/// Reads all bodies.
pub(super) fn bodies(root: &Element, reader: &mut MjcfReader) -> Bodies {
    let mut all = Bodies::default();
    for world in root.elements("worldbody") {
        let mut content = Content::default();
        all.gather(
            world,
            &Placement::default(),
            MAIN,
            None,
            &mut content,
            reader,
        );
        for element in &content.inertial {
            reader.error(
                element,
                "the world has an <inertial>".to_owned(),
                "write it in a <body>",
            );
        }
        for joint in &content.joints {
            let message = "the world has a joint".to_owned();
            reader
                .faults
                .error(&joint.at, message, "write it in a <body>");
        }
        for (element, frame, class) in content.bodies {
            all.body(element, &frame, class, None, reader);
        }
    }
    let lumps = all.bodies.iter_mut().map(|body| &mut body.inertia);
    inertia::scale(lumps, &reader.compiler);
    all
}

impl Bodies {
    /// Reads a body and all that it carries.
    fn body(
        &mut self,
        element: &Element,
        frame: &Placement,
        class: usize,
        parent: Option<usize>,
        reader: &mut MjcfReader,
    ) {
        reader.report_unknown(element, &[&BODY]);
        let index = self.bodies.len();
        let name = reader.name(element).unwrap_or_else(|| At {
            value: format!("body{}", index + 1),
            at: element.at.clone(),
        });
        if let Some(given) = reader.nonzero(element, "gravcomp") {
            let why = "compensated gravity is not computed";
            let help = "remove it: the dynamics are then those under the whole weight";
            reader.refuse(&given.at, &described(element, "gravcomp"), why, help);
        }
        let placement = frame.times(&placement(element, reader));
        let class = reader.class(element, "childclass", class);
        let mut content = Content::default();
        let within = Placement::default();
        self.gather(element, &within, class, Some(index), &mut content, reader);
        if let Some(second) = content.inertial.get(1) {
            let message = format!("{} has two <inertial>", element.what());
            reader.error(second, message, "keep one of them");
        }
        check_joints(element, &content.joints, parent, reader);
        let moves = !content.joints.is_empty() || self.is_moved(parent);
        let matters = moves || reader.compiler.total_mass.is_some();
        let first = content.inertial.first().copied();
        let inertia = inertia::of_body(element, first, &content.geoms, matters, reader);
        self.bodies.push(MjcfBody {
            name,
            parent,
            placement,
            joints: content.joints,
            inertia: inertia.lump,
            inertia_at: inertia.at,
        });
        self.geoms.push(content.geoms);
        for (child, frame, class) in content.bodies {
            self.body(child, &frame, class, Some(index), reader);
        }
    }

    /// Whether a joint carries a body.
    pub(super) fn is_moved(&self, body: Option<usize>) -> bool {
        let mut next = body;
        while let Some(index) = next {
            if !self.bodies[index].joints.is_empty() {
                return true;
            }
            next = self.bodies[index].parent;
        }
        false
    }

    /// Gathers what is in an element, whose frame is `frame` in the body's with the index `body`.
    fn gather<'e>(
        &mut self,
        element: &'e Element,
        frame: &Placement,
        class: usize,
        body: Option<usize>,
        content: &mut Content<'e>,
        reader: &mut MjcfReader,
    ) {
        for child in &element.children {
            match child.tag.as_str() {
                "inertial" => content.inertial.push(child),
                "joint" => {
                    let whole = reader.whole(child, "joint", class);
                    content.joints.push(joint::joint(&whole, frame, reader));
                }
                "freejoint" => content.joints.push(joint::joint(child, frame, reader)),
                "geom" => {
                    let element = reader.whole(child, "geom", class);
                    geom::report_unknown(&element, reader);
                    self.first_geom.get_or_insert_with(|| child.at.clone());
                    let frame = frame.clone();
                    content.geoms.push(GeomElement { element, frame });
                }
                "site" => self.site(child, frame, class, body, reader),
                "body" => content.bodies.push((child, frame.clone(), class)),
                "frame" => {
                    reader.report_unknown(child, &[&FRAME]);
                    let class = reader.class(child, "childclass", class);
                    let frame = frame.times(&placement(child, reader));
                    self.gather(child, &frame, class, body, content, reader);
                }
                "camera" | "light" => {}
                _ => unread(child, element, reader),
            }
        }
    }

    fn site(
        &mut self,
        element: &Element,
        frame: &Placement,
        class: usize,
        body: Option<usize>,
        reader: &mut MjcfReader,
    ) {
        let Some(name) = element.attribute("name") else {
            return;
        };
        let whole = reader.whole(element, "site", class);
        // Where a site spans two points, its pose is that of their middle; nothing is attached to such a one.
        let placement = frame.times(&placement(&whole, reader));
        self.sites
            .insert(name.value.clone(), Site { body, placement });
    }
}

/// Reports a child that is not read.
fn unread(child: &Element, owner: &Element, reader: &mut MjcfReader) {
    let Some((tag, why, help)) = REFUSED.iter().find(|(tag, ..)| *tag == child.tag) else {
        let message = format!(
            "unknown <{}> in {}",
            super::element::short(&child.tag),
            owner.what()
        );
        let help = match crate::name::nearest(&child.tag, CHILDREN) {
            Some(near) => format!("did you mean <{near}>?"),
            None => "remove it".to_owned(),
        };
        reader.error(child, message, help);
        return;
    };
    let message = format!("<{tag}> of {} {why}", owner.what());
    reader.error(child, message, *help);
}

/// Reports joints that cannot be together, or not there.
fn check_joints(
    body: &Element,
    joints: &[MjcfJoint],
    parent: Option<usize>,
    reader: &mut MjcfReader,
) {
    let Some(free) = joints.iter().find(|joint| joint.kind == Kind::Free) else {
        return;
    };
    if parent.is_some() {
        let message = format!("{} moves freely, and another body carries it", body.what());
        let help = "move it up into <worldbody>, or give it other joints";
        reader.faults.error(&free.at, message, help);
    } else if joints.len() > 1 {
        let message = format!("{} moves freely, and has other joints too", body.what());
        reader
            .faults
            .error(&free.at, message, "keep the free joint, or the others");
    }
}

/// A shift by a vector, or back by it.
pub(super) fn shift(vector: &[Number; 3]) -> Placement {
    let [x, y, z] = vector;
    Placement::shifted(x, y, z)
}
