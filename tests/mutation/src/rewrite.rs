//! A source text and mutants → the text with all of them, each behind its switch: `(if on(7) { a - b } else { a + b })`.
//!
//! A mutant's own text has no switch inside, the original beside it has those of the mutants within: one alone is on at a time.

use std::ops::Range;

use crate::mutant::{Kind, Mutant};

/// A text with mutants, and where they are in it.
#[derive(Debug, Default)]
pub(crate) struct Rewritten {
    /// The text.
    pub(crate) text: String,
    /// Bytes of a mutant's own text, and its number.
    pub(crate) arms: Vec<(Range<usize>, usize)>,
    /// Bytes of a place with all its texts, and the numbers of the mutants there; inner places before those around them.
    pub(crate) places: Vec<(Range<usize>, Vec<usize>)>,
}

/// The text with the mutants, which come with their numbers.
pub(crate) fn rewrite(text: &str, mutants: &[(usize, &Mutant)]) -> Rewritten {
    let mut ordered = mutants.to_vec();
    // Outer places before those within them.
    ordered.sort_by_key(|(number, one)| {
        let end = usize::MAX - one.place.end;
        (one.place.start, end, one.kind == Kind::Expression, *number)
    });
    let mut rewritten = Rewritten::default();
    let mut writer = Writer {
        source: text,
        mutants: &ordered,
        out: &mut rewritten,
    };
    writer.write(0..text.len());
    rewritten
}

struct Writer<'a> {
    source: &'a str,
    /// What is not written yet.
    mutants: &'a [(usize, &'a Mutant)],
    out: &'a mut Rewritten,
}

impl Writer<'_> {
    /// The source in a range, with the mutants in it.
    fn write(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while let Some((_, first)) = self.mutants.first()
            && first.place.start < range.end
        {
            let place = first.place.clone();
            self.out.text.push_str(&self.source[at..place.start]);
            self.write_place(&place);
            at = place.end;
        }
        self.out.text.push_str(&self.source[at..range.end]);
    }

    /// All texts of a place.
    fn write_place(&mut self, place: &Range<usize>) {
        let here = |(_, one): &&(usize, &Mutant)| one.place == *place;
        let count = self.mutants.iter().take_while(here).count();
        let (mutants, rest) = self.mutants.split_at(count);
        self.mutants = rest;
        let start = self.out.text.len();
        let expression = mutants.iter().all(|(_, one)| one.kind == Kind::Expression);
        if expression {
            self.out.text.push('(');
        }
        for (number, mutant) in mutants {
            self.out
                .text
                .push_str(&format!("if crate::mutant::on({number}) {{ "));
            let begin = self.out.text.len();
            self.out.text.push_str(&mutant.code);
            self.out.arms.push((begin..self.out.text.len(), *number));
            self.out.text.push_str(" } else ");
        }
        self.out.text.push_str("{ ");
        self.write(place.clone());
        self.out.text.push_str(" }");
        if expression {
            self.out.text.push(')');
        }
        let numbers = mutants.iter().map(|(number, _)| *number).collect();
        self.out.places.push((start..self.out.text.len(), numbers));
    }
}

impl Rewritten {
    /// The mutants that an error at these bytes of the text is due to: those in whose own text it is, else those of the innermost place
    /// around it.
    pub(crate) fn blamed(&self, bytes: &Range<usize>) -> Vec<usize> {
        let touches = |range: &Range<usize>| range.start < bytes.end && bytes.start < range.end;
        let arms = self.arms.iter().filter(|(arm, _)| touches(arm));
        let arms: Vec<usize> = arms.map(|(_, number)| *number).collect();
        if !arms.is_empty() {
            return arms;
        }
        let around = |range: &Range<usize>| range.start <= bytes.start && bytes.end <= range.end;
        let place = self.places.iter().find(|(place, _)| around(place));
        place.map_or_else(Vec::new, |(_, numbers)| numbers.clone())
    }

    /// The mutants of the places nearest to these bytes: what an error is due to that is in none.
    pub(crate) fn nearest(&self, bytes: &Range<usize>) -> Vec<usize> {
        let distance = |place: &Range<usize>| place.start.abs_diff(bytes.start);
        let nearest = self.places.iter().min_by_key(|(place, _)| distance(place));
        nearest.map_or_else(Vec::new, |(_, numbers)| numbers.clone())
    }
}
