//! COLLADA → what its scene shows, m: triangles of one colour each. What a file says of lengths and places is compared with what
//! is there before it is used; nothing recurses, so that depth is free.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use roxmltree::{Document, Node, NodeId};

use super::cluster::Triangles;
use crate::model::document;

/// Triangles with their colour: red, green, blue and opacity.
type Coloured = (Triangles, Option<[f32; 4]>);

/// Corners, and three of them for a triangle.
type Mesh = (Rc<Vec<[f32; 3]>>, Vec<[usize; 3]>);

/// A reason why a file is not read.
type Fault = &'static str;

/// The most parts of the scene's nodes, those that are shown again counted again.
const PARTS: usize = 2_000_000;
/// The most bytes of geometries, likewise.
const BYTES: usize = 4 * super::mesh::LONGEST as usize;
/// What one of them counts for besides.
const EACH: usize = 1 << 12;
/// The most triangles.
const TRIANGLES: usize = 4_000_000;
/// The most numbers for a corner.
const STRIDE: usize = 64;
/// The colour of a material without one: grey.
const PLAIN: [f32; 4] = [0.6, 0.6, 0.6, 1.0];

/// Reads a document.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Coloured>, String> {
    let text = str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let document = document::within_limits(text)?;
    Reader::of(&document).scene().map_err(str::to_owned)
}

/// What is read of a document.
struct Reader<'a> {
    root: Node<'a, 'a>,
    /// Elements by tag and identifier.
    known: HashMap<(&'a str, &'a str), Node<'a, 'a>>,
    /// Corners by their `<vertices>`.
    corners: HashMap<NodeId, Rc<Vec<[f32; 3]>>>,
    /// Colours by their `<material>`.
    colours: HashMap<NodeId, Option<[f32; 4]>>,
    shown: Vec<Coloured>,
    /// Triangles and bytes so far.
    count: usize,
    bytes: usize,
}

impl<'a> Reader<'a> {
    fn of(document: &'a Document<'a>) -> Self {
        let elements = document.descendants().filter(Node::is_element);
        let named = |node: Node<'a, 'a>| {
            let name = node.tag_name().name();
            node.attribute("id").map(|id| ((name, id), node))
        };
        Self {
            root: document.root_element(),
            known: elements.filter_map(named).collect(),
            corners: HashMap::new(),
            colours: HashMap::new(),
            shown: Vec::new(),
            count: 0,
            bytes: 0,
        }
    }

    /// All geometries that the scene shows; those that it does not show are where they are.
    fn scene(mut self) -> Result<Vec<Coloured>, Fault> {
        if self.root.tag_name().name() != "COLLADA" {
            return Err("its root element is not <COLLADA>");
        }
        let unit = Affine::scaled([self.unit()?; 3]);
        let mut seen = HashSet::new();
        let mut waiting: Vec<(Node, Affine)> =
            self.scenes().into_iter().map(|one| (one, unit)).collect();
        let mut parts = 0;
        while let Some((node, outer)) = waiting.pop() {
            parts += 1 + node.children().count();
            if parts > PARTS {
                return Err("its scene has more than 2 million parts");
            }
            let pose = outer.then(&Affine::of(node)?);
            let first = waiting.len();
            for child in elements(node) {
                match child.tag_name().name() {
                    "node" => waiting.push((child, pose)),
                    "instance_node" => {
                        let target = self.target(child, "url", "node");
                        waiting.extend(target.map(|target| (target, pose)));
                    }
                    "instance_geometry" => {
                        if let Some(geometry) = self.target(child, "url", "geometry") {
                            seen.insert(geometry.id());
                            self.geometry(geometry, &pose, Some(child))?;
                        }
                    }
                    _ => {}
                }
            }
            // In the order of the document.
            waiting[first..].reverse();
        }
        for geometry in self.library("library_geometries", "geometry") {
            if !seen.contains(&geometry.id()) {
                self.geometry(geometry, &unit, None)?;
            }
        }
        Ok(self.shown)
    }

    /// Length of the file's unit, m.
    fn unit(&self) -> Result<f32, Fault> {
        let unit = child(self.root, "asset").and_then(|asset| child(asset, "unit"));
        let Some(text) = unit.and_then(|unit| unit.attribute("meter")) else {
            return Ok(1.0);
        };
        let unit = number(text)?;
        if unit.is_finite() && unit > 0.0 {
            Ok(unit)
        } else {
            Err("its unit of length is none")
        }
    }

    /// The scene, or all of them.
    fn scenes(&self) -> Vec<Node<'a, 'a>> {
        let instance =
            child(self.root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
        match instance.and_then(|one| self.target(one, "url", "visual_scene")) {
            Some(scene) => vec![scene],
            None => self.library("library_visual_scenes", "visual_scene"),
        }
    }

    /// The elements of a library.
    fn library(&self, library: &'static str, tag: &'static str) -> Vec<Node<'a, 'a>> {
        children(self.root, library)
            .flat_map(|library| children(library, tag))
            .collect()
    }

    /// The element that an attribute refers to, which starts with `#`.
    fn target(&self, node: Node<'a, 'a>, attribute: &str, tag: &str) -> Option<Node<'a, 'a>> {
        let id = node.attribute(attribute)?.strip_prefix('#')?;
        self.known.get(&(tag, id)).copied()
    }

    /// Adds a geometry that `instance` shows.
    fn geometry(
        &mut self,
        geometry: Node<'a, 'a>,
        pose: &Affine,
        instance: Option<Node<'a, 'a>>,
    ) -> Result<(), Fault> {
        let Some(mesh) = child(geometry, "mesh") else {
            return Ok(());
        };
        self.bytes += EACH + mesh.range().len() + instance.map_or(0, |one| one.range().len());
        if self.bytes > BYTES {
            return Err("its scene shows more than 256 MiB of meshes");
        }
        let materials = instance.map_or_else(HashMap::new, |instance| self.materials(instance));
        for primitive in elements(mesh) {
            let Some((corners, faces)) = self.primitive(primitive)? else {
                continue;
            };
            self.count += faces.len();
            if self.count > TRIANGLES {
                return Err("it has more than 4 million triangles");
            }
            let symbol = primitive.attribute("material").unwrap_or_default();
            let material = materials.get(symbol);
            let colour = material.map_or(Ok(None), |material| self.colour(*material))?;
            // Corners that are used, each once for a triangle: those of all primitives are one list.
            let used = faces.as_flattened().iter();
            let used = used.map(|&corner| pose.of_point(corners[corner])).collect();
            let count = u32::try_from(faces.len()).unwrap_or_default();
            let faces = (0..count).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]);
            self.shown
                .push((Triangles::sound(used, faces.collect()), colour));
        }
        Ok(())
    }

    /// The mesh of a primitive; `None` for what has no faces.
    fn primitive(&mut self, primitive: Node<'a, 'a>) -> Result<Option<Mesh>, Fault> {
        let tag = primitive.tag_name().name();
        if !["triangles", "polylist", "polygons", "trifans", "tristrips"].contains(&tag) {
            return Ok(None);
        }
        let Some((vertices, offset, stride)) = self.vertex_input(primitive)? else {
            return Ok(None);
        };
        let corners = self.corners(vertices)?;
        let lists = children(primitive, "p").map(|list| {
            let numbers: Vec<usize> = integers(list)?;
            if !numbers.len().is_multiple_of(stride) {
                return Err("the number of its indices is none of its faces");
            }
            let used: Vec<usize> = numbers
                .chunks_exact(stride)
                .map(|one| one[offset])
                .collect();
            if used.iter().any(|&index| index >= corners.len()) {
                return Err("its indices are beyond its corners");
            }
            Ok(used)
        });
        let mut lists = lists.collect::<Result<Vec<_>, _>>()?;
        let count = integer(primitive, "count")?.unwrap_or_default();
        if matches!(tag, "triangles" | "polylist") {
            let all = lists.concat();
            lists = polygons(primitive, count, &all)?;
        }
        let split: fn(&[usize]) -> Vec<[usize; 3]> = if tag == "tristrips" { strip } else { fan };
        let faces = lists.iter().flat_map(|list| split(list)).collect();
        Ok(Some((corners, faces)))
    }

    /// The `<vertices>` of a primitive, their place among the numbers of a corner, and how many those are.
    fn vertex_input(
        &self,
        primitive: Node<'a, 'a>,
    ) -> Result<Option<(Node<'a, 'a>, usize, usize)>, Fault> {
        let (mut found, mut stride) = (None, 0);
        for input in children(primitive, "input") {
            let offset = integer(input, "offset")?.unwrap_or_default();
            if offset >= STRIDE {
                return Err("its corners have more than 64 numbers");
            }
            stride = stride.max(offset + 1);
            let first = integer(input, "set")?.unwrap_or_default() == 0;
            if input.attribute("semantic") == Some("VERTEX") && first {
                found = Some((input, offset));
            }
        }
        let Some((input, offset)) = found else {
            return Ok(None);
        };
        let vertices = self.target(input, "source", "vertices");
        let vertices = vertices.ok_or("the corners of its faces are missing")?;
        Ok(Some((vertices, offset, stride)))
    }

    /// Positions of `<vertices>`.
    fn corners(&mut self, vertices: Node<'a, 'a>) -> Result<Rc<Vec<[f32; 3]>>, Fault> {
        if let Some(known) = self.corners.get(&vertices.id()) {
            return Ok(known.clone());
        }
        let missing = "the positions of its corners are missing";
        let input = children(vertices, "input")
            .find(|input| input.attribute("semantic") == Some("POSITION"));
        let source = input.and_then(|input| self.target(input, "source", "source"));
        let accessor = source
            .and_then(|source| child(source, "technique_common"))
            .and_then(|technique| child(technique, "accessor"))
            .ok_or(missing)?;
        let array = self.target(accessor, "source", "float_array");
        let numbers = numbers(array.ok_or(missing)?)?;
        let stride = integer(accessor, "stride")?.unwrap_or(1);
        if stride < 3 {
            return Err("the positions of its corners are not three numbers each");
        }
        let start = integer(accessor, "offset")?.unwrap_or_default();
        let numbers = numbers.get(start..).unwrap_or_default();
        let count = integer(accessor, "count")?.unwrap_or_default();
        let corner = |numbers: &[f32]| numbers.first_chunk().copied();
        let corners = numbers.chunks(stride).take(count).filter_map(corner);
        let corners = Rc::new(corners.collect::<Vec<_>>());
        if corners.len() < count {
            return Err("it has fewer positions than it says");
        }
        self.corners.insert(vertices.id(), corners.clone());
        Ok(corners)
    }

    /// The materials that an instance has for symbols.
    fn materials(&self, instance: Node<'a, 'a>) -> HashMap<&'a str, Node<'a, 'a>> {
        let bound = child(instance, "bind_material").and_then(|one| child(one, "technique_common"));
        let bound = bound
            .into_iter()
            .flat_map(|one| children(one, "instance_material"));
        let pair = |one: Node<'a, 'a>| {
            one.attribute("symbol")
                .zip(self.target(one, "target", "material"))
        };
        bound.filter_map(pair).collect()
    }

    /// The diffuse colour of a material.
    fn colour(&mut self, material: Node<'a, 'a>) -> Result<Option<[f32; 4]>, Fault> {
        if let Some(known) = self.colours.get(&material.id()) {
            return Ok(*known);
        }
        let shades = ["constant", "lambert", "phong", "blinn"];
        let is_shade = |one: &Node| shades.contains(&one.tag_name().name());
        let shade = child(material, "instance_effect")
            .and_then(|one| self.target(one, "url", "effect"))
            .and_then(|effect| child(effect, "profile_COMMON"))
            .and_then(|profile| child(profile, "technique"))
            .and_then(|technique| elements(technique).find(is_shade));
        let of_shade = |shade| {
            let colour = child(shade, "diffuse").and_then(|diffuse| child(diffuse, "color"));
            colour.map_or(Ok(PLAIN), exactly)
        };
        let colour = shade.map(of_shade).transpose()?;
        self.colours.insert(material.id(), colour);
        Ok(colour)
    }
}

/// The faces of `<triangles>` and `<polylist>`, which say how many there are.
fn polygons(primitive: Node, count: usize, all: &[usize]) -> Result<Vec<Vec<usize>>, Fault> {
    let wrong = "the number of its faces is not what it says";
    if primitive.tag_name().name() == "triangles" {
        let is_count = Some(all.len()) == count.checked_mul(3);
        let faces = all.chunks_exact(3).map(<[usize]>::to_vec);
        return is_count.then(|| faces.collect()).ok_or(wrong);
    }
    let sizes = child(primitive, "vcount").map_or(Ok(Vec::new()), integers)?;
    let mut rest = all;
    let mut faces = Vec::new();
    for size in sizes.get(..count).ok_or(wrong)? {
        let (face, others) = rest.split_at_checked(*size).ok_or(wrong)?;
        faces.push(face.to_vec());
        rest = others;
    }
    rest.is_empty().then_some(faces).ok_or(wrong)
}

/// Triangles that share the first corner.
fn fan(corners: &[usize]) -> Vec<[usize; 3]> {
    let Some((&first, rest)) = corners.split_first() else {
        return Vec::new();
    };
    rest.windows(2)
        .map(|pair| [first, pair[0], pair[1]])
        .collect()
}

/// Triangles of a strip, all turned alike.
fn strip(corners: &[usize]) -> Vec<[usize; 3]> {
    let turned = |(k, three): (usize, &[usize])| match k % 2 {
        0 => [three[0], three[1], three[2]],
        _ => [three[1], three[0], three[2]],
    };
    corners.windows(3).enumerate().map(turned).collect()
}

/// x ↦ R x + t, rows first.
#[derive(Clone, Copy)]
struct Affine([[f32; 4]; 3]);

impl Affine {
    /// A factor for each axis.
    fn scaled([x, y, z]: [f32; 3]) -> Self {
        Self([[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]])
    }

    /// The product of the transforms of a node.
    fn of(node: Node) -> Result<Self, Fault> {
        let mut all = Self::scaled([1.0; 3]);
        for element in elements(node) {
            let one = match element.tag_name().name() {
                "matrix" => {
                    let [a, b, c, _] = *exactly::<16>(element)?.as_chunks().0 else {
                        continue;
                    };
                    Self([a, b, c])
                }
                "translate" => {
                    let [x, y, z] = exactly(element)?;
                    Self([[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]])
                }
                "scale" => Self::scaled(exactly(element)?),
                "rotate" => {
                    let [x, y, z, degrees] = exactly(element)?;
                    Self::turned([x, y, z], degrees.to_radians())
                }
                "lookat" => Self::looking(&exactly(element)?),
                _ => continue,
            };
            all = all.then(&one);
        }
        Ok(all)
    }

    /// The turn about an axis of length 1.
    fn turned([x, y, z]: [f32; 3], angle: f32) -> Self {
        let (s, c) = angle.sin_cos();
        let t = 1.0 - c;
        Self([
            [t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0.0],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0.0],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0.0],
        ])
    }

    /// From a place, to a place, with a direction that is up.
    fn looking([px, py, pz, x, y, z, ux, uy, uz]: &[f32; 9]) -> Self {
        let up = unit([*ux, *uy, *uz]);
        let [dx, dy, dz] = unit([x - px, y - py, z - pz]);
        let side = [
            dy * up[2] - dz * up[1],
            dz * up[0] - dx * up[2],
            dx * up[1] - dy * up[0],
        ];
        let side = unit(side);
        Self([
            [side[0], up[0], -dx, *px],
            [side[1], up[1], -dy, *py],
            [side[2], up[2], -dz, *pz],
        ])
    }

    /// `self · inner`.
    fn then(&self, inner: &Self) -> Self {
        Self(self.0.map(|[a, b, c, shift]| {
            let column = |j: usize| a * inner.0[0][j] + b * inner.0[1][j] + c * inner.0[2][j];
            [column(0), column(1), column(2), column(3) + shift]
        }))
    }

    fn of_point(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        self.0.map(|[a, b, c, shift]| a * x + b * y + c * z + shift)
    }
}

/// A vector made as long as 1; 0 stays.
fn unit(vector: [f32; 3]) -> [f32; 3] {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length == 0.0 {
        return vector;
    }
    vector.map(|x| x / length)
}

fn elements<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(Node::is_element)
}

fn children<'a>(node: Node<'a, 'a>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    elements(node).filter(move |child| child.tag_name().name() == tag)
}

fn child<'a>(node: Node<'a, 'a>, tag: &'static str) -> Option<Node<'a, 'a>> {
    children(node, tag).next()
}

/// A number; some write it with a comma.
fn number(word: &str) -> Result<f32, Fault> {
    let read = word.parse().or_else(|_| word.replace(',', ".").parse());
    read.map_err(|_| "a number of it is none")
}

/// The numbers in an element.
fn numbers(node: Node) -> Result<Vec<f32>, Fault> {
    let text = node.text().unwrap_or_default();
    text.split_ascii_whitespace().map(number).collect()
}

/// So many numbers in an element.
fn exactly<const N: usize>(node: Node) -> Result<[f32; N], Fault> {
    let wrong = "a transform or a colour of it has too many or too few numbers";
    numbers(node)?.try_into().map_err(|_| wrong)
}

/// The integers in an element, from 0.
fn integers(node: Node) -> Result<Vec<usize>, Fault> {
    let text = node.text().unwrap_or_default();
    let integer = |word: &str| word.parse().map_err(|_| "an index of it is none");
    text.split_ascii_whitespace().map(integer).collect()
}

/// An attribute that is an integer from 0.
fn integer(node: Node, name: &str) -> Result<Option<usize>, Fault> {
    let Some(text) = node.attribute(name) else {
        return Ok(None);
    };
    let small = text.trim().parse::<u32>().ok();
    let read = small.and_then(|value| usize::try_from(value).ok());
    read.map(Some).ok_or("a count of it is none")
}
