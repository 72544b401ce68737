//! The little of XML that exports of Moodle are made of: elements, attributes, text, CDATA.
//!
//! There are no entities but those of XML itself, so that a small file cannot become a large one.

/// How deep elements may lie in each other.
const MOST_LEVELS: usize = 64;

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) children: Vec<Element>,
    /// Its own text, without that of its children.
    text: String,
}

impl Element {
    /// The first element with this name in it.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The elements with this name in it.
    pub(super) fn all<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of an element in it, which may stand in an element `text` of its own.
    pub(super) fn text_of(&self, name: &str) -> String {
        let Some(child) = self.child(name) else { return String::new() };
        let inner = child.child("text").unwrap_or(child);
        inner.text.replace("\r\n", "\n")
    }

    pub(super) fn own_text(&self) -> &str {
        &self.text
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The outermost element of a text, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Element, String> {
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut open = vec![Element::default()];
    let line = |rest: &str| text[..text.len() - rest.len()].matches('\n').count() + 1;
    while !rest.is_empty() {
        let fail = |what: &str| format!("{what} (line {})", line(rest));
        let until = |end: &str| rest.find(end).ok_or_else(|| fail("something has no end"));
        if let Some(inside) = rest.strip_prefix("<![CDATA[") {
            let end = inside.find("]]>").ok_or_else(|| fail("a CDATA has no end"))?;
            append(&mut open, &inside[..end]);
            rest = &inside[end + 3..];
        } else if rest.starts_with("<!--") {
            rest = &rest[until("-->")? + 3..];
        } else if rest.starts_with("<?") {
            rest = &rest[until("?>")? + 2..];
        } else if rest.starts_with("<!") {
            return Err(fail("it declares a type of documents, which no export has"));
        } else if let Some(name) = rest.strip_prefix("</") {
            let end = name.find('>').ok_or_else(|| fail("a tag has no end"))?;
            let closed = open.pop().filter(|element| element.name == name[..end].trim_end());
            let (Some(closed), Some(outer)) = (closed, open.last_mut()) else {
                return Err(fail(&format!("`</{}>` closes nothing", name[..end].trim_end())));
            };
            outer.children.push(closed);
            rest = &name[end + 1..];
        } else if let Some(inside) = rest.strip_prefix('<') {
            let (element, is_empty, length) = tag(inside).ok_or_else(|| fail("a tag is broken"))?;
            if open.len() > MOST_LEVELS {
                return Err(fail("its elements lie too deep in each other"));
            }
            match (is_empty, open.last_mut()) {
                (true, Some(outer)) => outer.children.push(element),
                _ => open.push(element),
            }
            rest = &inside[length..];
        } else {
            let end = rest.find('<').unwrap_or(rest.len());
            append(&mut open, &unescaped(&rest[..end]));
            rest = &rest[end..];
        }
    }
    let root = open.pop().filter(|_| open.is_empty());
    let root = root.and_then(|mut root| (root.children.len() == 1).then(|| root.children.remove(0)));
    root.ok_or_else(|| "it ends too early".to_owned())
}

fn append(open: &mut [Element], text: &str) {
    open.last_mut().into_iter().for_each(|element| element.text.push_str(text));
}

/// A tag, whether it closes itself, and how long it is.
fn tag(text: &str) -> Option<(Element, bool, usize)> {
    let is_name = |c: char| c.is_alphanumeric() || "_-:.".contains(c);
    let name_end = text.find(|c| !is_name(c)).filter(|end| *end > 0)?;
    let mut element = Element { name: text[..name_end].to_owned(), ..Element::default() };
    let mut rest = &text[name_end..];
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            return Some((element, true, text.len() - after.len()));
        }
        if let Some(after) = rest.strip_prefix('>') {
            return Some((element, false, text.len() - after.len()));
        }
        let end = rest.find(|c| !is_name(c)).filter(|end| *end > 0)?;
        let (name, after) = rest.split_at(end);
        let after = after.trim_start().strip_prefix('=')?.trim_start();
        let quote = after.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
        let (value, after) = after[1..].split_once(quote)?;
        element.attributes.push((name.to_owned(), unescaped(value)));
        rest = after;
    }
}

/// A text without its entities.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain += &rest[..at];
        rest = &rest[at..];
        let known =
            rest.find(';').filter(|end| *end < 12).and_then(|end| Some((entity(&rest[1..end])?, end)));
        match known {
            Some((character, end)) => {
                plain.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain + rest
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_names_attributes_and_text() {
        let text = "<?xml version='1.0'?><!-- a --><q a=\"1 &lt; 2\" b='x'><t>a<![CDATA[<b>&amp;]]>&#65;&#x42;</t><e/>\r\n</q>";
        let root = parse(text).unwrap();
        assert_eq!(
            (root.name.as_str(), root.attribute("a"), root.attribute("b")),
            ("q", Some("1 < 2"), Some("x"))
        );
        assert_eq!(root.text_of("t"), "a<b>&amp;AB");
        assert!(root.child("e").is_some());
    }

    #[test]
    fn what_is_broken_is_refused() {
        let deep = "<a>".repeat(100);
        for text in [
            "",
            "<a>",
            "<a></b>",
            "</a>",
            "<a b>",
            "<!DOCTYPE a []><a/>",
            "<a/><b/>",
            "<a><![CDATA[",
            "<",
            &deep,
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
