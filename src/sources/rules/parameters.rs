//! The parameters of a function, as its definition writes them.

use super::source::Node;

/// The arguments that a call of a function must and may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Parameters {
    /// The names of the positional parameters.
    pub names: Vec<String>,
    /// The number of them without a default.
    pub required: usize,
    /// Whether any number of further arguments is allowed: `*args`.
    pub open: bool,
    /// The keyword-only parameters without a default.
    pub by_name: Vec<String>,
}

impl Parameters {
    /// Reads a `parameters` or `lambda_parameters` node.
    pub(super) fn of(node: Node) -> Self {
        let mut parameters = Self::default();
        let mut keywords = false;
        for part in node.parts() {
            let inner = if part.is("typed_parameter") { part.parts().next().unwrap_or(part) } else { part };
            match inner.kind() {
                "identifier" | "tuple_pattern" => parameters.add(inner, keywords, true),
                "default_parameter" | "typed_default_parameter" => {
                    parameters.add(inner.field("name").unwrap_or(inner), keywords, false);
                }
                "list_splat_pattern" => (parameters.open, keywords) = (true, true),
                "keyword_separator" => keywords = true,
                _ => {}
            }
        }
        parameters
    }

    fn add(&mut self, name: Node, keyword: bool, required: bool) {
        match (keyword, required) {
            (true, true) => self.by_name.push(name.text().to_owned()),
            (true, false) => {}
            (false, required) => {
                self.names.push(name.text().to_owned());
                self.required += usize::from(required);
            }
        }
    }

    /// Returns the parameters without the first one, which a method gets by itself.
    pub(super) fn bound(&self) -> Self {
        let mut bound = self.clone();
        if !bound.names.is_empty() {
            bound.names.remove(0);
            bound.required = bound.required.saturating_sub(1);
        }
        bound
    }

    /// Tells whether a call with this number of arguments is possible.
    pub(super) fn accept(&self, values: usize) -> bool {
        self.by_name.is_empty() && self.required <= values && (self.open || values <= self.names.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::*;

    fn parameters(written: &str) -> Parameters {
        let source = Source::parse("a.py", format!("def f({written}): pass\n").as_bytes()).unwrap();
        source.all("parameters").next().map(Parameters::of).unwrap()
    }

    #[test]
    fn a_function_accepts_what_a_call_could_give() {
        for (written, accepted) in [
            ("", 0..1),
            ("a", 1..2),
            ("a, b: int", 2..3),
            ("a, b=1, c: int = 2", 1..4),
            ("a, /, b", 2..3),
            ("a, *rest", 1..9),
            ("a, *rest: int, b=1, **more", 1..9),
            ("a, *, b=1", 1..2),
            ("a, *, b", 0..0),
            ("(a, b), c", 2..3),
            ("a,\n      b, # why\n      c", 3..4),
        ] {
            let parameters = parameters(written);
            for values in 0..9 {
                assert_eq!(
                    parameters.accept(values),
                    accepted.contains(&values),
                    "f({written}) with {values}"
                );
            }
        }
    }
}
