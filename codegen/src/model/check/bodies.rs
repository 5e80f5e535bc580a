//! A tree of bodies in the user's axes → bodies whose joints act about z, fixed ones lumped into what carries them.

use super::aligned::Aligned;
use super::jointed::Jointed;
use super::roles;
use super::tree::{self, Tree};
use super::{Parts, joint, physics};
use crate::exact::turns::Placement;
use crate::joint::Weld;
use crate::mechanism::{Body, BodyId, Carrier, Choices, Frame, Inertia};
use crate::model::faults::Faults;
use crate::model::raw::{BodyKind, RawBody, RawFrame, RawParent};

/// The body that carries a body of the model.
#[derive(Clone, Default)]
struct Host {
    /// The moving body it is or is fixed on; `None`: the base.
    body: Option<BodyId>,
    /// The frame the user calls the body's, in the host's frame.
    frame: Placement,
}

/// Builds the bodies in the order of `tree`; `None` when nothing moves, which is reported.
pub(super) fn build(
    raw: &[RawBody],
    frames: &[RawFrame],
    tree: &Tree,
    (joints, roles): (&[Jointed], &[roles::Role]),
    faults: &mut Faults,
) -> Option<Parts> {
    let mut hosts = vec![Host::default(); raw.len()];
    let (mut bodies, mut places, mut moving) = (Vec::new(), Vec::new(), Vec::new());
    for &index in &tree.order {
        let RawBody {
            rigid,
            kind,
            joint,
            placement,
            after,
            ..
        } = &raw[index];
        let carrier = tree.parent[index]
            .map(|parent| hosts[parent].clone())
            .unwrap_or_default();
        let placed = carrier.frame.times(placement);
        let aligned = joint::align(joint, &rigid.name.value, faults);
        let physics = physics::of_joint(&joints[index], faults);
        let (still, aligned) = match (aligned, &roles[index]) {
            (Some(aligned), roles::Role::Locked(position)) => (aligned.at(position), None),
            (aligned, _) => (Placement::default(), aligned),
        };
        let deformation = match kind {
            BodyKind::Flexible { deformation, .. } => deformation.as_ref(),
            _ => None,
        };
        // A flexible body stays one of its own where it is fixed.
        let welded = || Aligned {
            joint: Weld.into(),
            before: still.clone(),
            after: Placement::default(),
        };
        let aligned = aligned.or_else(|| deformation.map(|_| welded()));
        let Some(aligned) = aligned else {
            hosts[index] = Host {
                body: carrier.body,
                frame: placed.times(&still).times(after),
            };
            lump(&raw[index], &hosts[index], &mut bodies);
            continue;
        };
        let frame = aligned.after.inverse().times(after);
        let user_frame = frame.pose();
        hosts[index] = Host {
            body: Some(BodyId(bodies.len())),
            frame,
        };
        bodies.push(Body {
            name: rigid.name.value.clone(),
            place: faults.shown(&rigid.name.at),
            parent: carrier.body,
            placement: placed.times(&aligned.before).pose(),
            joint: aligned.joint,
            joint_name: raw[index].joint_name.value.clone(),
            physics,
            spring: None,
            inertia: inertia(&raw[index]).seen_through(&user_frame),
            deformation: deformation.map(|one| one.seen_through(&user_frame)),
            user_frame,
            auxiliary: kind.is_made(),
            limits: raw[index].limits.clone(),
            choices: Choices::default(),
            driven: is_driven(&raw[index], faults),
        });
        places.push(rigid.name.at.clone());
        moving.push(index);
    }
    let frames = all_frames(raw, frames, tree, &hosts, faults);
    Some(Parts {
        bodies,
        frames,
        places,
        joints: moving,
        hosts: raw.iter().zip(hosts).map(carrier).collect(),
    })
}

/// The body as something that payloads are attached to.
fn carrier((raw, host): (&RawBody, Host)) -> Carrier {
    Carrier {
        name: raw.rigid.name.value.clone(),
        body: host.body,
        frame: host.frame.pose(),
    }
}

/// Whether the joint's motion is an input; only a joint whose rates are the rates of its coordinates can be driven.
fn is_driven(raw: &RawBody, faults: &mut Faults) -> bool {
    let Some(at) = &raw.driven else { return false };
    let (nq, nv) = raw.joint.sizes();
    if nq != nv {
        let message = format!(
            "the joint of body \"{}\" cannot be driven",
            raw.rigid.name.value
        );
        faults.error(
            at,
            message,
            "compose it of driven revolute and prismatic joints",
        );
    }
    true
}

/// A sum of inertias with more bits is rounded: it has those of all of its terms, which one term does not reach. The second is for
/// terms in a frame that was rounded.
const LONGEST_SUM: [usize; 2] = [1 << 16, 1 << 12];

/// Adds the inertia of a fixed body to its host; what is fixed on the base needs none.
fn lump(raw: &RawBody, host: &Host, bodies: &mut [Body]) {
    if let Some(body) = host.body.and_then(|id| bodies.get_mut(id.0)) {
        let longest = LONGEST_SUM[usize::from(host.frame.is_near())];
        let own = inertia(raw).seen_through(&host.frame.pose());
        body.inertia = body.inertia.plus(&own).without_excess(longest);
    }
}

/// The inertia of a body as undeformed, in the user's frame.
fn inertia(raw: &RawBody) -> Inertia {
    let rigid = &raw.rigid;
    let own = Inertia::from_mass_centre(rigid.mass.value.clone(), &rigid.com, &rigid.inertia.value);
    match &raw.kind {
        BodyKind::Flexible { inertia, .. } => own.plus(inertia),
        _ => own,
    }
}

/// The model's frames, or `tip` at the only leaf's frame when there are none.
fn all_frames(
    raw: &[RawBody],
    frames: &[RawFrame],
    tree: &Tree,
    hosts: &[Host],
    faults: &mut Faults,
) -> Vec<Frame> {
    if frames.is_empty() {
        let leaf = |i: &usize| !tree.parent.contains(&Some(*i));
        let leaves: Vec<usize> = (0..raw.len()).filter(leaf).collect();
        return match leaves[..] {
            [only] => vec![on_host("tip", &hosts[only], &Placement::default())],
            _ => Vec::new(),
        };
    }
    let base = Host::default();
    let mut built = Vec::new();
    for RawFrame {
        name,
        body,
        placement,
    } in frames
    {
        let Some(body) = body else { continue };
        let host = match &body.value {
            RawParent::Base => &base,
            RawParent::Body(name) => {
                let names = raw.iter().map(|raw| raw.rigid.name.value.as_str());
                let Some(index) = names.clone().position(|other| other == name) else {
                    tree::unknown(name, &body.at, names, faults);
                    continue;
                };
                &hosts[index]
            }
        };
        built.push(on_host(&name.value, host, placement));
    }
    built
}

fn on_host(name: &str, host: &Host, placement: &Placement) -> Frame {
    Frame {
        name: name.to_owned(),
        body: host.body,
        pose: host.frame.times(placement).pose(),
    }
}
