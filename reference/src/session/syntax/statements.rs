//! Reads statements: assignments, imports, loops and branches.

use tree_sitter::Node;

use super::reader::{Parsed, Reader, children, parts};
use super::{Expression, Statement};

impl Reader<'_> {
    /// Reads all statements of a block or of a whole source.
    pub(super) fn statements(&mut self, block: Node) -> Parsed<Vec<Statement>> {
        parts(block).into_iter().map(|node| self.nested(|reader| reader.statement(node))).collect()
    }

    fn statement(&mut self, node: Node) -> Parsed<Statement> {
        match (node.kind(), &parts(node)[..]) {
            ("expression_statement", [one]) if one.kind() == "assignment" => self.assignment(*one),
            ("expression_statement", _) => Ok(Statement::Expression(self.one_or_tuple(node)?)),
            ("import_statement", [name]) if name.kind() == "dotted_name" => {
                Ok(Statement::Import(self.text(*name).to_owned()))
            }
            ("import_from_statement", [module, star]) if star.kind() == "wildcard_import" => {
                Ok(Statement::ImportFrom(self.text(*module).to_owned(), None))
            }
            ("import_from_statement", [module, names @ ..])
                if names.iter().all(|name| name.kind() == "dotted_name") =>
            {
                let names = names.iter().map(|name| self.text(*name).to_owned()).collect();
                Ok(Statement::ImportFrom(self.text(*module).to_owned(), Some(names)))
            }
            ("for_statement", [target, iterable, body]) if children(node)[0].kind() == "for" => {
                let target = self.target(*target)?;
                Ok(Statement::For(target, self.expression(*iterable)?, self.body(*body)?))
            }
            ("if_statement", [test, body, branches @ ..]) => self.branches(*test, *body, branches),
            _ => Err(self.refused(node)),
        }
    }

    fn body(&mut self, block: Node) -> Parsed<Vec<Statement>> {
        match self.statements(block)? {
            statements if statements.is_empty() => Err("a body is missing: add an indented line".to_owned()),
            statements => Ok(statements),
        }
    }

    /// Reads `target = value`.
    fn assignment(&mut self, node: Node) -> Parsed<Statement> {
        match &children(node)[..] {
            [target, equals, value] if equals.kind() == "=" => {
                Ok(Statement::Assign(self.target(*target)?, self.expression(*value)?))
            }
            _ => Err(self.refused(node)),
        }
    }

    /// Reads the parts after `if` or `elif`, with the `elif` and `else` that follow.
    fn branches(&mut self, test: Node, body: Node, others: &[Node]) -> Parsed<Statement> {
        let (test, body) = (self.expression(test)?, self.body(body)?);
        let otherwise = match others {
            [] => Vec::new(),
            [branch, others @ ..] => match &parts(*branch)[..] {
                [body] => self.body(*body)?,
                [test, body] => vec![self.nested(|reader| reader.branches(*test, *body, others))?],
                _ => return Err(self.refused(*branch)),
            },
        };
        Ok(Statement::If(test, body, otherwise))
    }

    /// Reads the target of an assignment: a name, an attribute, an item, or several of them.
    pub(super) fn target(&mut self, node: Node) -> Parsed<Expression> {
        match node.kind() {
            "identifier" | "attribute" | "subscript" => self.expression(node),
            "tuple_pattern" if children(node).len() == 3 => self.target(parts(node)[0]),
            "pattern_list" | "tuple_pattern" => {
                let targets =
                    parts(node).into_iter().map(|target| self.nested(|reader| reader.target(target)));
                Ok(Expression::Tuple(targets.collect::<Parsed<_>>()?))
            }
            _ => Err(self.refused(node)),
        }
    }
}
