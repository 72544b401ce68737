//! Says of what kind a line is, whatever values it has.

/// Returns a line with a sign for each value: lines of one shape differ in their values alone. Nothing and something are
/// different shapes, and so are numbers below zero and others.
pub fn shape(line: &str) -> String {
    let mut shape = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => {
                let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
                shape += if end == 2 { "''" } else { "'a'" };
                end
            }
            '0'..='9' if !shape.ends_with(|it: char| it.is_alphanumeric() || it == '_') => {
                shape.push('9');
                rest.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(rest.len())
            }
            _ => {
                shape.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    for (several, one) in [("9, 9", "9"), ("'a', 'a'", "'a'")] {
        while shape.contains(several) {
            shape = shape.replace(several, one);
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_shape_differ_in_their_values_alone() {
        assert_eq!(shape("f([1, 2, 3], \"ab\")"), shape("f([40], 'x')"));
        assert_ne!(shape("f([])"), shape("f([1])"));
        assert_ne!(shape("f(-1)"), shape("f(1)"));
        assert_ne!(shape("f('')"), shape("f('a')"));
        assert_eq!(shape("list2.get(1)"), "list2.get(9)");
    }
}
