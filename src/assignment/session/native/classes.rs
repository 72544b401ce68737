//! Finds the structures that a header of C++ declares: their names and the names of their fields. What is no field, or cannot be
//! seen, is sorted out by the compiler.

use super::structs::{Field, Struct};
use super::tokens::{Kind, Token, tokens};

/// Reads a header as it is written.
pub(super) fn structs(header: &str) -> Vec<Struct> {
    let bare = without_comments(header);
    let Ok(all) = tokens(&bare) else { return Vec::new() };
    let mut found: Vec<Struct> = Vec::new();
    for at in 0..all.len() {
        let Some((name, bases, open)) = class_at(&all, at) else { continue };
        let close = all[open..].iter().position(|token| token.text == "}" && token.depth == all[open].depth);
        let body = &all[open + 1..close.map_or(all.len(), |length| open + length)];
        let inherited = found.iter().filter(|one| bases.contains(&one.name.as_str()));
        let mut fields: Vec<Field> = inherited.flat_map(|one| one.fields.clone()).collect();
        fields.extend(fields_in(body, all[open].depth + 1));
        if found.iter().all(|one| one.name != name) && !fields.is_empty() {
            found.push(Struct { name: name.to_owned(), shown: name.to_owned(), fields });
        }
    }
    found
}

/// Returns a text without its comments and its lines for the preprocessor.
fn without_comments(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_line_start = bare.rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
        let skipped = if rest.starts_with("//") || (first == '#' && is_line_start) {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if matches!(first, '"' | '\'') {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|(_, c)| {
                let is_end = *c == first && !escaped || *c == '\n';
                escaped = *c == '\\' && !escaped;
                is_end
            });
            let end = end.map_or(rest.len(), |(at, c)| at + c.len_utf8());
            bare.push_str(&rest[..end]);
            end
        } else {
            bare.push(first);
            first.len_utf8()
        };
        rest = &rest[skipped..];
    }
    bare
}

/// Returns the name, the bases and the place of the brace of a class that begins here.
fn class_at<'t>(all: &[Token<'t>], at: usize) -> Option<(&'t str, Vec<&'t str>, usize)> {
    if !matches!(all[at].text, "struct" | "class") || at > 0 && all[at - 1].text == "enum" {
        return None;
    }
    let name = all.get(at + 1).filter(|token| token.kind == Kind::Word)?;
    let behind = &all[at + 2..];
    let open = behind.iter().position(|token| matches!(token.text, "{" | ";" | "(" | "=" | ">" | ","))?;
    let open = match behind[open].text {
        "{" => open,
        // Several bases stand between commas.
        "," if behind[0].text == ":" => behind.iter().position(|token| matches!(token.text, "{" | ";"))?,
        _ => return None,
    };
    let head = &behind[..open];
    let is_class =
        behind[open].text == "{" && head.first().is_none_or(|first| matches!(first.text, ":" | "final"));
    let words = head.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text);
    is_class.then(|| (name.text, words.collect(), at + 2 + open))
}

/// Returns the fields in the body of a class.
fn fields_in(body: &[Token], depth: usize) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut declaration: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(token) = body.get(at) {
        let is_outside = token.depth == depth;
        match token.text {
            ":" if is_outside && declaration.len() == 1 => declaration.clear(), // `public:`
            ";" if is_outside => names_in(&std::mem::take(&mut declaration), depth, &mut fields),
            "{" if is_outside => {
                let is_function = declaration.iter().any(|token| token.text == "(" && token.depth == depth)
                    && !declaration.iter().any(|token| token.text == "=" && token.depth == depth);
                while body.get(at).is_some_and(|token| token.depth > depth || token.text != "}") {
                    at += 1;
                }
                let is_type = declaration
                    .first()
                    .is_some_and(|first| matches!(first.text, "struct" | "class" | "enum" | "union"));
                if is_function || is_type {
                    declaration.clear();
                }
            }
            _ => declaration.push(*token),
        }
        at += 1;
    }
    fields
}

/// Adds the names that a declaration declares.
fn names_in(declaration: &[Token], depth: usize, fields: &mut Vec<Field>) {
    let Some(first) = declaration.first() else { return };
    let is_other = matches!(
        first.text,
        "static" | "using" | "typedef" | "friend" | "template" | "virtual" | "explicit" | "enum" | "inline"
    );
    let mut level = 0;
    let mut outside: Vec<&Token> = Vec::new();
    for token in declaration.iter().filter(|token| token.depth == depth) {
        match token.text {
            "<" => level += 1,
            ">" => level -= 1,
            ">>" => level -= 2,
            _ if level <= 0 => outside.push(token),
            _ => {}
        }
    }
    let before_value = outside.iter().take_while(|token| token.text != "=");
    if is_other || before_value.clone().any(|token| token.text == "(") {
        return;
    }
    for declarator in outside.split(|token| token.text == ",") {
        let head = declarator.iter().take_while(|token| !matches!(token.text, "=" | "[" | ":" | "{"));
        if let Some(name) = head.filter(|token| token.kind == Kind::Word).last() {
            fields.push(Field { name: name.text.to_owned(), is_bits: false });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(header: &str) -> Vec<String> {
        let names =
            |one: &Struct| one.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(" ");
        structs(header).iter().map(|one| format!("{}: {}", one.name, names(one))).collect()
    }

    #[test]
    fn fields_are_found_among_functions() {
        let header = r#"
            #include <string> // struct no { int x; };
            /* struct neither { int x; }; */
            enum class Color { red, green };
            namespace shop {
            struct Item {
                std::string name = "a;b", other{};
                std::map<std::string, std::vector<int>> counts;
                int price{3}, sizes[2] = {1, 2};
                explicit Item(int p) : price(p) { price = 2; }
                int total() const { return price; }
                static int made;
                friend bool operator==(const Item &, const Item &) = default;
            };
            class Cart : public Item { public: int count = 0; private: int secret; };
            template <class T> struct Node { T value; Node *next; };
            }
            struct Later;
        "#;
        assert_eq!(
            shown(header),
            [
                "Item: name other counts price sizes",
                "Cart: name other counts price sizes count secret",
                "Node: value next",
            ]
        );
        assert!(shown("struct {").is_empty());
    }
}
