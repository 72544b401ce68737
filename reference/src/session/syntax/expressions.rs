//! Reads expressions.

use tree_sitter::Node;

use super::reader::{Parsed, Reader, children, parts};
use super::{BinaryOperator, Call, Clause, Comparison, Comprehension, Conditional, Expression, Literal};

impl Reader<'_> {
    /// Reads one expression.
    pub(super) fn expression(&mut self, node: Node) -> Parsed<Expression> {
        self.nested(|reader| reader.expression_of_kind(node))
    }

    /// Reads one expression, or several with commas between them, which are a tuple.
    pub(super) fn one_or_tuple(&mut self, node: Node) -> Parsed<Expression> {
        match (&parts(node)[..], children(node).len()) {
            ([one], 1) => self.expression(*one),
            _ => self.all(node).map(Expression::Tuple),
        }
    }

    fn expression_of_kind(&mut self, node: Node) -> Parsed<Expression> {
        Ok(match node.kind() {
            "identifier" if !matches!(self.text(node), "async" | "await") => {
                Expression::Name(self.text(node).to_owned())
            }
            "none" => Expression::Literal(Literal::None),
            "true" => Expression::Literal(Literal::Bool(true)),
            "false" => Expression::Literal(Literal::Bool(false)),
            "integer" | "float" => Expression::Literal(self.number(node)?),
            "string" => Expression::Literal(Literal::Str(self.string(node)?)),
            "concatenated_string" => {
                let strings: Parsed<String> = parts(node).into_iter().map(|part| self.string(part)).collect();
                Expression::Literal(Literal::Str(strings?))
            }
            "parenthesized_expression" => {
                let [inner] = parts(node)[..] else { return Err(self.refused(node)) };
                self.expression(inner)?
            }
            "list" => Expression::List(self.all(node)?),
            "tuple" | "expression_list" => Expression::Tuple(self.all(node)?),
            "set" => Expression::Set(self.all(node)?),
            "dictionary" => {
                let entry = |pair| Ok((self.field(pair, "key")?, self.field(pair, "value")?));
                Expression::Dict(parts(node).into_iter().map(entry).collect::<Parsed<_>>()?)
            }
            "list_comprehension" => Expression::Comprehension(Box::new(self.comprehension(node)?)),
            "attribute" => {
                let name = self.text(self.child(node, "attribute")?).to_owned();
                Expression::Attribute(Box::new(self.field(node, "object")?), name)
            }
            "subscript" => self.subscript(node)?,
            "call" => Expression::Call(Box::new(self.call(node)?)),
            "not_operator" => Expression::Not(Box::new(self.field(node, "argument")?)),
            "unary_operator" if self.operator(node)? == "-" => {
                Expression::Negative(Box::new(self.field(node, "argument")?))
            }
            "boolean_operator" => {
                let (left, right) = self.operands(node)?;
                if self.operator(node)? == "and" {
                    Expression::And(left, right)
                } else {
                    Expression::Or(left, right)
                }
            }
            "binary_operator" => {
                let operator = BinaryOperator::of(self.operator(node)?).ok_or_else(|| self.refused(node))?;
                let (left, right) = self.operands(node)?;
                Expression::Binary(left, operator, right)
            }
            "comparison_operator" => self.comparison(node)?,
            "conditional_expression" => {
                let [body, test, otherwise] = parts(node)[..] else { return Err(self.refused(node)) };
                let (body, test) = (self.expression(body)?, self.expression(test)?);
                let otherwise = self.expression(otherwise)?;
                Expression::Conditional(Box::new(Conditional { test, body, otherwise }))
            }
            _ => return Err(self.refused(node)),
        })
    }

    /// Reads all expressions in a node.
    fn all(&mut self, node: Node) -> Parsed<Vec<Expression>> {
        parts(node).into_iter().map(|part| self.expression(part)).collect()
    }

    fn field(&mut self, node: Node, field: &str) -> Parsed<Expression> {
        let child = self.child(node, field)?;
        self.expression(child)
    }

    fn operator(&self, node: Node) -> Parsed<&str> {
        Ok(self.text(self.child(node, "operator")?))
    }

    fn operands(&mut self, node: Node) -> Parsed<(Box<Expression>, Box<Expression>)> {
        Ok((Box::new(self.field(node, "left")?), Box::new(self.field(node, "right")?)))
    }

    /// Reads `first < second < third`.
    fn comparison(&mut self, node: Node) -> Parsed<Expression> {
        let (mut first, mut others, mut comparison) = (None, Vec::new(), None);
        for child in children(node) {
            if !child.is_named() {
                comparison = Some(match child.kind() {
                    "==" => Comparison::Equal,
                    "!=" => Comparison::NotEqual,
                    "<" => Comparison::Less,
                    "<=" => Comparison::LessOrEqual,
                    ">" => Comparison::Greater,
                    ">=" => Comparison::GreaterOrEqual,
                    "in" => Comparison::In,
                    "not in" => Comparison::NotIn,
                    "is" => Comparison::Is,
                    "is not" => Comparison::IsNot,
                    _ => return Err(self.refused(node)),
                });
                continue;
            }
            let operand = self.expression(child)?;
            match comparison.take() {
                Some(comparison) => others.push((comparison, operand)),
                None => first = Some(operand),
            }
        }
        let first = first.ok_or_else(|| self.refused(node))?;
        Ok(Expression::Compare(Box::new(first), others))
    }

    fn comprehension(&mut self, node: Node) -> Parsed<Comprehension> {
        let element = self.field(node, "body")?;
        let mut clauses: Vec<Clause> = Vec::new();
        for part in parts(node).into_iter().skip(1) {
            match (&parts(part)[..], clauses.last_mut()) {
                ([target, iterable], _) if children(part)[0].kind() == "for" => {
                    let (target, iterable) = (self.target(*target)?, self.expression(*iterable)?);
                    clauses.push(Clause { target, iterable, conditions: Vec::new() });
                }
                ([condition], Some(clause)) => clause.conditions.push(self.expression(*condition)?),
                _ => return Err(self.refused(part)),
            }
        }
        Ok(Comprehension { element, clauses })
    }

    /// Reads `container[index]` or `container[start:stop]`.
    fn subscript(&mut self, node: Node) -> Parsed<Expression> {
        let container = Box::new(self.field(node, "value")?);
        match &children(node)[2..] {
            [slice, _] if slice.kind() == "slice" => {
                let (mut bounds, mut place) = ([None, None], 0);
                for child in children(*slice) {
                    let bound = bounds.get_mut(place).ok_or_else(|| self.refused(*slice))?;
                    match child.kind() {
                        ":" => place += 1,
                        _ => *bound = Some(Box::new(self.expression(child)?)),
                    }
                }
                Ok(Expression::Slice(container, bounds))
            }
            [index, _] => Ok(Expression::Subscript(container, Box::new(self.expression(*index)?))),
            _ => Err(self.refused(node)),
        }
    }

    fn call(&mut self, node: Node) -> Parsed<Call> {
        let function = self.field(node, "function")?;
        let arguments = self.child(node, "arguments")?;
        if arguments.kind() != "argument_list" {
            return Err(self.refused(arguments));
        }
        let (mut positional, mut keywords) = (Vec::new(), Vec::new());
        for argument in parts(arguments) {
            if argument.kind() == "keyword_argument" {
                let name = self.text(self.child(argument, "name")?).to_owned();
                keywords.push((name, self.field(argument, "value")?));
            } else if keywords.is_empty() {
                positional.push(self.expression(argument)?);
            } else {
                return Err("an argument without a name follows one with a name: move it".to_owned());
            }
        }
        Ok(Call { function, positional, keywords })
    }
}
