//! Arrays of many states: a row each, at equal distances.

/// States that are computed together, between two looks at their sines.
pub(crate) const BLOCK: usize = 64;

/// An input array of many states: row s has the elements from s · `distance` on.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    elements: &'a [T],
    distance: usize,
    len: usize,
    states: usize,
}

/// An output array of many states.
#[derive(Debug)]
pub struct RowsMut<'a, T> {
    elements: &'a mut [T],
    distance: usize,
    len: usize,
    states: usize,
}

/// Whether the last of `states` rows of `len` elements ends within `total`.
fn fit(total: usize, (states, len): (usize, usize), distance: usize) -> bool {
    let Some(last) = states.checked_sub(1) else {
        return true;
    };
    let end = last
        .checked_mul(distance)
        .and_then(|start| start.checked_add(len));
    end.is_some_and(|end| end <= total)
}

impl<'a, T> Rows<'a, T> {
    /// Rows of `len` elements for so many states, one after the other.
    ///
    /// `None`: there are not so many elements.
    #[must_use]
    pub fn new(elements: &'a [T], states: usize, len: usize) -> Option<Self> {
        Self::apart(elements, states, len, len)
    }

    /// Rows of `len` elements that start `distance` elements apart: 0 for an array that is the same for all states.
    ///
    /// `None`: there are not so many elements.
    #[must_use]
    pub fn apart(elements: &'a [T], states: usize, len: usize, distance: usize) -> Option<Self> {
        fit(elements.len(), (states, len), distance).then_some(Self {
            elements,
            distance,
            len,
            states,
        })
    }

    /// The same array for all states.
    #[must_use]
    pub fn same(elements: &'a [T], states: usize) -> Self {
        Self {
            elements,
            distance: 0,
            len: elements.len(),
            states,
        }
    }

    /// Whether there are so many rows, of so many elements each.
    pub(crate) fn are(&self, states: usize, len: usize) -> bool {
        self.states >= states && self.len == len
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn states(&self) -> usize {
        self.states
    }

    #[cfg(feature = "native")]
    pub(crate) fn distance(&self) -> usize {
        self.distance
    }

    #[cfg(feature = "native")]
    pub(crate) fn as_slice(&self) -> &'a [T] {
        self.elements
    }

    /// The array of a state.
    pub(crate) fn row(&self, state: usize) -> &'a [T] {
        let start = state * self.distance;
        &self.elements[start..start + self.len]
    }

    /// The rows of the states before and from that one on.
    pub(crate) fn split_at(self, state: usize) -> (Self, Self) {
        let start = (state * self.distance).min(self.elements.len());
        let before = Self {
            states: state,
            ..self
        };
        let behind = Self {
            elements: &self.elements[start..],
            states: self.states - state,
            ..self
        };
        (before, behind)
    }
}

impl<'a, T> RowsMut<'a, T> {
    /// Rows of `len` elements for so many states, one after the other.
    ///
    /// `None`: there are not so many elements.
    #[must_use]
    pub fn new(elements: &'a mut [T], states: usize, len: usize) -> Option<Self> {
        fit(elements.len(), (states, len), len).then_some(Self {
            elements,
            distance: len,
            len,
            states,
        })
    }

    /// Whether there are so many rows, of so many elements each.
    pub(crate) fn are(&self, states: usize, len: usize) -> bool {
        self.states >= states && self.len == len
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn states(&self) -> usize {
        self.states
    }

    #[cfg(feature = "native")]
    pub(crate) fn distance(&self) -> usize {
        self.distance
    }

    #[cfg(feature = "native")]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        self.elements
    }

    /// The array of a state.
    pub(crate) fn row(&mut self, state: usize) -> &mut [T] {
        let start = state * self.distance;
        &mut self.elements[start..start + self.len]
    }

    /// The same rows, for a while.
    pub(crate) fn reborrow(&mut self) -> RowsMut<'_, T> {
        RowsMut {
            elements: self.elements,
            distance: self.distance,
            len: self.len,
            states: self.states,
        }
    }

    /// The rows of the states before and from that one on.
    pub(crate) fn split_at(self, state: usize) -> (Self, Self) {
        let start = (state * self.distance).min(self.elements.len());
        let (before, behind) = self.elements.split_at_mut(start);
        let part = |elements, states| RowsMut {
            elements,
            states,
            distance: self.distance,
            len: self.len,
        };
        (part(before, state), part(behind, self.states - state))
    }
}
