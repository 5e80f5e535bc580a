/// K angles from the first on; what lies behind the last is 0.
#[inline(always)]
fn group<const N: usize, const K: usize>(
    first: usize,
    angles: &[Float; N],
    tails: &[Float; N],
    sin: &mut [Float; N],
    cos: &mut [Float; N],
) {
    // Two short loops keep more independent lanes in flight than one long one.
    let (mut y, mut tail) = ([0.0; K], [0.0; K]);
    let (mut quadrant, mut outside) = ([0; K], [0; K]);
    for i in 0..K {
        let at = first + i;
        let (angle, rest) = if at < N { (angles[at], tails[at]) } else { (0.0, 0.0) };
        (y[i], tail[i], quadrant[i], outside[i]) = reduce(angle, rest);
    }
    for i in 0..K {
        let (sine, cosine) = evaluate(y[i], tail[i], quadrant[i], outside[i]);
        if first + i < N {
            (sin[first + i], cos[first + i]) = (sine, cosine);
        }
    }
}
