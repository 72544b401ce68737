//! Makes the tree of a text.

use std::rc::Rc;

use super::literal::{adjacent, string};
use super::tree::{Argument, Expr, Function, Stmt, Work};
use crate::rules::{Node, Source};

/// How deep expressions and statements may be nested.
const MOST_LEVELS: usize = 60;

/// The statements of a file, or the reason why it cannot be read.
pub(in crate::import) fn module(name: &str, content: &[u8]) -> Result<Vec<Stmt>, String> {
    let source = Source::parse(name, content).map_err(|error| error.to_string())?;
    if source.is_broken() {
        return Err("it has a syntax error".to_owned());
    }
    Ok(block(source.root(), 0))
}

/// A text that is one expression.
pub(in crate::import) fn expression(text: &str) -> Option<Expr> {
    match module("expression", text.trim().as_bytes()).ok()?.as_slice() {
        [Stmt { work: Work::Value(value), .. }] => Some(value.clone()),
        _ => None,
    }
}

fn block(node: Node, level: usize) -> Vec<Stmt> {
    node.parts().map(|part| statement(part, level)).collect()
}

fn body(node: Node, field: &str, level: usize) -> Vec<Stmt> {
    node.field(field).map(|body| block(body, level + 1)).unwrap_or_default()
}

fn statement(node: Node, level: usize) -> Stmt {
    let work = if level > MOST_LEVELS { None } else { work(node, level) };
    Stmt { line: node.line() + 1, work: work.unwrap_or_else(|| Work::Other(first_line(node))) }
}

fn first_line(node: Node) -> String {
    const MOST: usize = 60;
    let line = node.text().lines().next().unwrap_or_default().trim();
    let end = line.char_indices().nth(MOST).map(|(end, _)| end);
    end.map_or_else(|| line.to_owned(), |end| format!("{}…", &line[..end]))
}

fn work(node: Node, level: usize) -> Option<Work> {
    let at = |field: &str| node.field(field).map(|node| value(node, level));
    Some(match node.kind() {
        "expression_statement" => {
            let mut parts = node.parts();
            let first = parts.next()?;
            match first.kind() {
                "assignment" => {
                    let right = first.field("right")?;
                    Work::Assign(value(first.field("left")?, level), value(right, level))
                }
                "augmented_assignment" => {
                    let sign = first.field("operator")?.text().trim_end_matches('=').to_owned();
                    let (left, right) = (first.field("left")?, first.field("right")?);
                    Work::Change(value(left, level), sign, value(right, level))
                }
                _ => match parts.next() {
                    None => Work::Value(value(first, level)),
                    Some(_) => {
                        Work::Value(Expr::Tuple(node.parts().map(|part| value(part, level)).collect()))
                    }
                },
            }
        }
        "for_statement" if node.field("alternative").is_none() => {
            Work::For(at("left")?, at("right")?, body(node, "body", level))
        }
        "if_statement" => {
            let mut otherwise: Vec<Stmt> = Vec::new();
            let alternatives = node.children().filter(|child| child.field_name() == Some("alternative"));
            for alternative in alternatives.collect::<Vec<_>>().into_iter().rev() {
                if alternative.is("else_clause") {
                    otherwise = body(alternative, "body", level);
                } else {
                    let condition = value(alternative.field("condition")?, level);
                    let work = Work::If(
                        condition,
                        body(alternative, "consequence", level),
                        std::mem::take(&mut otherwise),
                    );
                    otherwise = vec![Stmt { line: alternative.line() + 1, work }];
                }
            }
            Work::If(at("condition")?, body(node, "consequence", level), otherwise)
        }
        "try_statement" => {
            let mut handlers = Vec::new();
            for part in node.parts().skip(1) {
                let is_handler = part.is("except_clause") || part.is("except_group_clause");
                let block_of = part.parts().find(|part| part.is("block")).filter(|_| is_handler)?;
                handlers.push(block(block_of, level + 1));
            }
            Work::Try(body(node, "body", level), handlers)
        }
        "with_statement" => {
            let clause = node.parts().find(|part| part.is("with_clause"))?;
            let mut items = clause.parts();
            let (Some(item), None) = (items.next(), items.next()) else { return None };
            let pattern = item.field("value").filter(|pattern| pattern.is("as_pattern"))?;
            let name = pattern.field("alias")?.parts().next().filter(|name| name.is("identifier"))?;
            Work::With(
                value(pattern.parts().next()?, level),
                name.text().to_owned(),
                body(node, "body", level),
            )
        }
        "return_statement" => Work::Return(node.parts().next().map(|part| value(part, level))),
        "raise_statement" => Work::Raise,
        "assert_statement" => Work::Assert(value(node.parts().next()?, level)),
        "pass_statement" => Work::Nothing,
        "function_definition" => Work::Define(Rc::new(function(node, Vec::new(), level)?)),
        "decorated_definition" => {
            let definition = node.field("definition").filter(|node| node.is("function_definition"))?;
            let decorators = node.parts().filter(|part| part.is("decorator"));
            let decorators = decorators.filter_map(|part| Some(value(part.parts().next()?, level))).collect();
            Work::Define(Rc::new(function(definition, decorators, level)?))
        }
        "import_statement" => Work::Import(imports(node, "")),
        "import_from_statement" => {
            let from = node.field("module_name")?.text();
            if node.parts().any(|part| part.is("wildcard_import")) {
                Work::ImportAll(from.to_owned())
            } else {
                Work::Import(imports(node, &format!("{from}.")))
            }
        }
        _ => return None,
    })
}

fn imports(node: Node, front: &str) -> Vec<(String, String)> {
    let names = node.children().filter(|child| child.field_name() == Some("name"));
    let mut imported = Vec::new();
    for name in names {
        if name.is("aliased_import") {
            let (name, alias) = (name.field("name"), name.field("alias"));
            imported.extend(
                name.zip(alias)
                    .map(|(name, alias)| (alias.text().to_owned(), format!("{front}{}", name.text()))),
            );
        } else if front.is_empty() {
            let first = name.text().split('.').next().unwrap_or_default();
            imported.push((first.to_owned(), first.to_owned()));
        } else {
            imported.push((name.text().to_owned(), format!("{front}{}", name.text())));
        }
    }
    imported
}

fn function(node: Node, decorators: Vec<Expr>, level: usize) -> Option<Function> {
    let parameters = node.field("parameters")?.parts().map(|part| match part.kind() {
        "identifier" => Some((part.text().to_owned(), None)),
        "typed_parameter" => part
            .parts()
            .next()
            .filter(|name| name.is("identifier"))
            .map(|name| (name.text().to_owned(), None)),
        "default_parameter" | "typed_default_parameter" => {
            Some((part.field("name")?.text().to_owned(), Some(value(part.field("value")?, level))))
        }
        _ => None,
    });
    Some(Function {
        name: node.field("name")?.text().to_owned(),
        parameters: parameters.collect(),
        decorators,
        body: body(node, "body", level),
    })
}

fn value(node: Node, level: usize) -> Expr {
    let known = if level > MOST_LEVELS { None } else { known(node, level + 1) };
    known.unwrap_or_else(|| Expr::Other(first_line(node)))
}

fn known(node: Node, level: usize) -> Option<Expr> {
    let at = |field: &str| node.field(field).map(|node| Box::new(value(node, level)));
    let all = || node.parts().map(|part| value(part, level)).collect::<Vec<_>>();
    Some(match node.kind() {
        "none" => Expr::None,
        "true" => Expr::Bool(true),
        "false" => Expr::Bool(false),
        "integer" => Expr::Int(integer(node.text())?),
        "float" => Expr::Float(node.text().replace('_', "").parse().ok()?),
        "string" => string(node, |inside| value(inside, level))?,
        "concatenated_string" => adjacent(
            node.parts().map(|part| string(part, |inside| value(inside, level))).collect::<Option<_>>()?,
        ),
        "identifier" => Expr::Name(node.text().to_owned()),
        "attribute" => Expr::Attribute(at("object")?, node.field("attribute")?.text().to_owned()),
        "call" => {
            let list = node.field("arguments").filter(|list| list.is("argument_list"))?;
            Expr::Call(
                at("function")?,
                list.parts().map(|part| argument(part, level)).collect::<Option<_>>()?,
            )
        }
        "list" => Expr::List(all()),
        "tuple" | "expression_list" | "pattern_list" | "tuple_pattern" => Expr::Tuple(all()),
        "set" => Expr::Set(all()),
        "dictionary" => {
            let pair = |part: Node| {
                let (key, item) = (part.field("key")?, part.field("value")?);
                Some((value(key, level), value(item, level)))
            };
            Expr::Dict(node.parts().map(pair).collect::<Option<_>>()?)
        }
        "parenthesized_expression" => value(node.parts().next()?, level),
        "unary_operator" => Expr::Unary(node.field("operator")?.text().to_owned(), at("argument")?),
        "not_operator" => Expr::Unary("not".to_owned(), at("argument")?),
        "binary_operator" | "boolean_operator" => {
            Expr::Binary(at("left")?, node.field("operator")?.text().to_owned(), at("right")?)
        }
        "comparison_operator" => {
            let parts: Vec<Node> = node.parts().collect();
            let operands: Vec<&Node> =
                parts.iter().filter(|part| part.field_name() != Some("operators")).collect();
            let [left, right] = operands.as_slice() else { return None };
            let signs: Vec<&str> = node
                .children()
                .filter(|child| child.field_name() == Some("operators"))
                .map(Node::text)
                .collect();
            let sign = signs.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            Expr::Compare(Box::new(value(**left, level)), sign, Box::new(value(**right, level)))
        }
        "subscript" => {
            let index = node.field("subscript")?;
            if index.is("slice") {
                let mut ends = [None, None];
                let mut place = 0;
                for child in index.children() {
                    if child.is_sign(":") {
                        place += 1;
                    } else {
                        *ends.get_mut(place)? = Some(Box::new(value(child, level)));
                    }
                }
                let [from, to] = ends;
                if place > 1 {
                    return None;
                }
                Expr::Slice(at("value")?, from, to)
            } else {
                Expr::Item(at("value")?, Box::new(value(index, level)))
            }
        }
        _ => return None,
    })
}

fn argument(node: Node, level: usize) -> Option<Argument> {
    match node.kind() {
        "keyword_argument" => Some(Argument {
            name: Some(node.field("name")?.text().to_owned()),
            value: value(node.field("value")?, level),
        }),
        "list_splat" | "dictionary_splat" => None,
        _ => Some(Argument { name: None, value: value(node, level) }),
    }
}

fn integer(text: &str) -> Option<i128> {
    let text = text.replace('_', "").to_ascii_lowercase();
    for (front, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(front) {
            return i128::from_str_radix(digits, radix).ok();
        }
    }
    text.parse().ok()
}
