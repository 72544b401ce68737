//! Finds the structures and enumerations that a header of C declares: their names and the names of their fields and
//! enumerators. Types are left to the compiler.

use std::collections::BTreeSet;

use super::tokens::{Kind, Token, tokens};

/// A structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Struct {
    /// Its type: `struct point`, or the name of a `typedef`.
    pub(super) name: String,
    /// What it is called in values.
    pub(super) shown: String,
    pub(super) fields: Vec<Field>,
}

/// A field of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    /// Whether it is so many bits, and has no address.
    pub(super) is_bits: bool,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Enumeration {
    /// Its type: `enum color`, or the name of a `typedef`.
    pub(super) name: String,
    pub(super) enumerators: Vec<String>,
}

/// What a header declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) structs: Vec<Struct>,
    pub(super) enumerations: Vec<Enumeration>,
    /// The names of types.
    pub(super) types: BTreeSet<String>,
}

/// Reads a header as the preprocessor wrote it; what comes from headers of the system is left out.
pub(super) fn declared(preprocessed: &str) -> Declared {
    let mut is_ours = true;
    let mut own = String::new();
    for line in preprocessed.lines() {
        match line.strip_prefix("# ") {
            // `# 12 "file.h" 1 3`: a `3` marks a header of the system.
            Some(marker) => {
                let flags = marker.rsplit_once('"').map_or("", |(_, flags)| flags);
                is_ours = !flags.split_whitespace().any(|flag| flag == "3") && !marker.contains("\"<");
            }
            None if is_ours && !line.trim_start().starts_with('#') => {
                own.push_str(line);
                own.push('\n');
            }
            None => {}
        }
    }
    let mut found = Declared::default();
    if let Ok(all) = tokens(&own) {
        for declaration in split(&without_attributes(&all), ";") {
            declaration_in(declaration, &mut found);
        }
    }
    found
}

/// Returns the tokens without `__attribute__((…))` and the like.
fn without_attributes<'a>(all: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::with_capacity(all.len());
    let mut at = 0;
    while let Some(token) = all.get(at) {
        at += 1;
        if !matches!(token.text, "__attribute__" | "__extension__" | "_Alignas" | "__asm__") {
            kept.push(*token);
        } else if all.get(at).is_some_and(|next| next.text == "(") {
            at = closing(all, at) + 1;
        }
    }
    kept
}

/// Returns the place of the bracket that closes the one at `open`.
fn closing(all: &[Token], open: usize) -> usize {
    let depth = all[open].depth;
    let close = |token: &Token| token.depth == depth && matches!(token.text, ")" | "]" | "}");
    all[open..].iter().position(close).map_or(all.len() - 1, |length| open + length)
}

/// Divides tokens at a sign that lies in no more brackets than they do.
fn split<'a, 't>(all: &'a [Token<'t>], sign: &str) -> Vec<&'a [Token<'t>]> {
    let depth = all.iter().map(|token| token.depth).min().unwrap_or_default();
    all.split(|token| token.depth == depth && token.text == sign).filter(|part| !part.is_empty()).collect()
}

/// Reads one declaration outside of functions. The bodies of functions have no semicolon behind them: what follows one is read
/// with it.
fn declaration_in(all: &[Token], found: &mut Declared) {
    let is_body = |at: usize| all[at].text == "{" && at > 0 && all[at - 1].text == ")";
    if let Some(open) = (0..all.len()).find(|at| is_body(*at)) {
        let behind = &all[closing(all, open) + 1..];
        if !behind.is_empty() {
            declaration_in(behind, found);
        }
        return;
    }
    let is_typedef = all[0].text == "typedef";
    let all = if is_typedef { &all[1..] } else { all };
    let (body, rest) = match body_of(all) {
        Some((tag, kind, body, rest)) => (Some((tag, kind, body)), rest),
        None => (None, all),
    };
    let declarators = split(rest, ",");
    let mut alias = None;
    if is_typedef {
        for declarator in &declarators {
            let Some(name) = name_of(declarator) else { continue };
            found.types.insert(name.name.clone());
            if declarator.len() == 1 {
                alias.get_or_insert(name.name);
            }
        }
    }
    let Some((tag, kind, body)) = body else { return };
    if kind == "enum" {
        let name = tag.map(|tag| format!("enum {tag}")).or(alias);
        found.enumerations.extend(name.map(|name| Enumeration { name, enumerators: enumerators_of(body) }));
        return;
    }
    let fields = fields_of(body, found);
    if kind != "struct" {
        return;
    }
    let tagged = tag.map(|tag| format!("struct {tag}"));
    let Some(name) = tagged.or_else(|| alias.clone()) else { return };
    let shown = alias.unwrap_or_else(|| name.clone());
    found.structs.push(Struct { name, shown, fields });
}

/// The tag, the word, the inside of the braces and what follows, of a declaration that defines a structure or a union.
type Body<'a, 't> = (Option<&'t str>, &'t str, &'a [Token<'t>], &'a [Token<'t>]);

fn body_of<'a, 't>(all: &'a [Token<'t>]) -> Option<Body<'a, 't>> {
    let at = all.iter().position(|token| matches!(token.text, "struct" | "union" | "enum"))?;
    let tag = all.get(at + 1).filter(|token| token.kind == Kind::Word);
    let open = at + 1 + usize::from(tag.is_some());
    if all.get(open)?.text != "{" {
        return None;
    }
    let close = closing(all, open);
    Some((tag.map(|tag| tag.text), all[at].text, &all[open + 1..close], &all[close + 1..]))
}

fn enumerators_of(body: &[Token]) -> Vec<String> {
    let names = split(body, ",").into_iter().map(|part| part[0]);
    names.filter(|name| name.kind == Kind::Word).map(|name| name.text.to_owned()).collect()
}

fn fields_of(body: &[Token], found: &mut Declared) -> Vec<Field> {
    let mut fields = Vec::new();
    for declaration in split(body, ";") {
        let Some((tag, kind, inner, rest)) = body_of(declaration) else {
            fields.extend(split(declaration, ",").into_iter().filter_map(name_of));
            continue;
        };
        if kind == "enum" {
            // An enumeration with a name can be meant outside of the structure too.
            found.enumerations.extend(
                tag.map(|tag| Enumeration {
                    name: format!("enum {tag}"),
                    enumerators: enumerators_of(inner),
                }),
            );
            fields.extend(split(rest, ",").into_iter().filter_map(name_of));
            continue;
        }
        let inner = fields_of(inner, found);
        match (rest.is_empty(), tag, kind) {
            // The fields of a structure without a name belong to the one around it. Which of a union counts is not known.
            (true, None, "struct") => fields.extend(inner),
            (true, _, _) => {}
            (false, tag, "struct") => {
                if let Some(tag) = tag {
                    let name = format!("struct {tag}");
                    found.structs.push(Struct { shown: name.clone(), name, fields: inner });
                }
                fields.extend(split(rest, ",").into_iter().filter_map(name_of));
            }
            (false, _, _) => fields.extend(split(rest, ",").into_iter().filter_map(name_of)),
        }
    }
    fields
}

/// Returns the name that a declarator declares; `None` for an array without a length, which has no values of its own.
fn name_of(declarator: &[Token]) -> Option<Field> {
    let depth = declarator.iter().map(|token| token.depth).min()?;
    let is_bits = declarator.iter().any(|token| token.depth == depth && token.text == ":");
    let end =
        declarator.iter().position(|token| token.depth == depth && matches!(token.text, "[" | ":" | "="));
    let head = &declarator[..end.unwrap_or(declarator.len())];
    let is_flexible = end.is_some_and(|end| {
        declarator[end].text == "[" && declarator.get(end + 1).is_some_and(|next| next.text == "]")
    });
    // `int (*compare)(int, int)`
    let inner = head.windows(2).position(|pair| pair[0].text == "(" && pair[1].text == "*");
    let name = match inner {
        Some(at) => head[at..].iter().find(|token| token.kind == Kind::Word),
        None => head.iter().rev().find(|token| token.kind == Kind::Word && token.depth == depth),
    };
    let name = name.filter(|_| !is_flexible)?;
    Some(Field { name: name.text.to_owned(), is_bits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(header: &str) -> Vec<String> {
        let fields = |one: &Struct| {
            let names = one
                .fields
                .iter()
                .map(|field| format!("{}{}", field.name, if field.is_bits { ":" } else { "" }));
            names.collect::<Vec<_>>().join(" ")
        };
        let structs = declared(header).structs;
        structs.iter().map(|one| format!("{} ({}): {}", one.name, one.shown, fields(one))).collect()
    }

    #[test]
    fn structures_are_found_with_their_fields() {
        assert_eq!(shown("struct point { int x, y; };"), ["struct point (struct point): x y"]);
        assert_eq!(shown("typedef struct { double re; double im; } number;"), ["number (number): re im"]);
        assert_eq!(
            shown(
                "typedef struct node { int value; struct node *next; } Node, *List;\nList push(List l, int v);"
            ),
            ["struct node (Node): value next"]
        );
        assert_eq!(
            shown("struct a { char name[20]; int (*f)(int, int), *p; unsigned b : 3; int rest[]; };"),
            ["struct a (struct a): name f p b:"]
        );
        assert_eq!(
            shown(
                "struct a { struct { int x; }; union { int i; float f; }; struct in { int z; } in; union u { int q; } u; };"
            ),
            ["struct in (struct in): z", "struct a (struct a): x in u"]
        );
        assert_eq!(
            shown("static inline int f(int a) { return a; }\nstruct p { int x; } __attribute__((packed));"),
            ["struct p (struct p): x"]
        );
        assert!(shown("enum color { RED, GREEN }; int f(struct p *);").is_empty());
        assert!(shown("struct {").is_empty());
    }

    #[test]
    fn enumerations_are_found_with_their_enumerators() {
        let found = |header: &str| {
            let all = declared(header).enumerations;
            let one = |one: &Enumeration| format!("{}: {}", one.name, one.enumerators.join(" "));
            all.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(
            found("enum color { RED, GREEN = 'a' + (1 << 2), }; typedef enum { ON, OFF } state, *states;"),
            ["enum color: RED GREEN", "state: ON OFF"]
        );
        assert_eq!(found("typedef enum day { MON } day; enum { LIMIT = 8 };"), ["enum day: MON"]);
        assert_eq!(
            found("struct a { enum kind { INT, TEXT } kind; enum { X } x; int n; };"),
            ["enum kind: INT TEXT"]
        );
        assert_eq!(
            shown("struct a { enum kind { INT, TEXT } kind; enum { X } x; int n; };"),
            ["struct a (struct a): kind x n"]
        );
        assert!(found("enum color;").is_empty());
    }

    #[test]
    fn headers_of_the_system_are_left_out_and_types_are_known() {
        let header = "# 1 \"stats.h\"\n# 1 \"/usr/include/x.h\" 1 3 4\nstruct theirs { int x; };\n# 2 \"stats.h\" 2\ntypedef int number;\ntypedef int (*order)(int);\n";
        let found = declared(header);
        assert!(found.structs.is_empty());
        assert_eq!(found.types.into_iter().collect::<Vec<_>>(), ["number", "order"]);
    }
}
