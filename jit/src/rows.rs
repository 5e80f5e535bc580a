//! Arrays of many states: a row each, at equal distances.

/// States that are computed together, between two looks at their sines.
pub(crate) const BLOCK: usize = 64;

/// Where the rows of an array lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// Elements from the start of a row to that of the next.
    pub(crate) distance: usize,
    /// Elements of a row.
    pub(crate) len: usize,
    /// Number of rows.
    pub(crate) states: usize,
}

/// An input array of many states: row s has the elements from s · `distance` on.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    elements: &'a [T],
    pub(crate) layout: Layout,
}

/// An output array of many states.
#[derive(Debug)]
pub struct RowsMut<'a, T> {
    elements: &'a mut [T],
    pub(crate) layout: Layout,
}

impl Layout {
    /// Whether the last row ends within so many elements.
    fn fits(self, total: usize) -> bool {
        let Some(last) = self.states.checked_sub(1) else {
            return true;
        };
        let start = last.checked_mul(self.distance);
        let end = start.and_then(|start| start.checked_add(self.len));
        end.is_some_and(|end| end <= total)
    }

    /// Whether there are so many rows, of so many elements each.
    pub(crate) fn has(self, states: usize, len: usize) -> bool {
        self.states >= states && self.len == len
    }

    /// The elements of a row.
    fn row(self, state: usize) -> core::ops::Range<usize> {
        let start = state * self.distance;
        start..start + self.len
    }

    /// The rows before and from one on, and where the second start.
    fn split_at(self, state: usize, total: usize) -> ([Self; 2], usize) {
        let part = |states| Self { states, ..self };
        let start = (state * self.distance).min(total);
        ([part(state), part(self.states - state)], start)
    }
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
        let layout = Layout {
            distance,
            len,
            states,
        };
        layout
            .fits(elements.len())
            .then_some(Self { elements, layout })
    }

    /// The same array for all states.
    #[must_use]
    pub fn same(elements: &'a [T], states: usize) -> Self {
        let layout = Layout {
            distance: 0,
            len: elements.len(),
            states,
        };
        Self { elements, layout }
    }

    #[cfg(feature = "native")]
    pub(crate) fn as_slice(&self) -> &'a [T] {
        self.elements
    }

    /// The array of a state.
    pub(crate) fn row(&self, state: usize) -> &'a [T] {
        &self.elements[self.layout.row(state)]
    }

    /// The rows of the states before and from that one on.
    pub(crate) fn split_at(self, state: usize) -> (Self, Self) {
        let ([first, second], start) = self.layout.split_at(state, self.elements.len());
        let before = Self {
            layout: first,
            ..self
        };
        let behind = Self {
            elements: &self.elements[start..],
            layout: second,
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
        let layout = Layout {
            distance: len,
            len,
            states,
        };
        layout
            .fits(elements.len())
            .then_some(Self { elements, layout })
    }

    #[cfg(feature = "native")]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        self.elements
    }

    /// The array of a state.
    pub(crate) fn row(&mut self, state: usize) -> &mut [T] {
        &mut self.elements[self.layout.row(state)]
    }

    /// The same rows, for a while.
    pub(crate) fn reborrow(&mut self) -> RowsMut<'_, T> {
        RowsMut {
            elements: self.elements,
            layout: self.layout,
        }
    }

    /// The rows of the states before and from that one on.
    pub(crate) fn split_at(self, state: usize) -> (Self, Self) {
        let ([first, second], start) = self.layout.split_at(state, self.elements.len());
        let (before, behind) = self.elements.split_at_mut(start);
        let before = Self {
            elements: before,
            layout: first,
        };
        (
            before,
            Self {
                elements: behind,
                layout: second,
            },
        )
    }
}
