//! Markup that text cannot break out of.

use crate::report::Visible;
use crate::untrusted::Text;

/// Written HTML.
///
/// Tags, names of attributes and raw parts are `&'static str`: they are written in this program. Everything else is
/// text or the value of an attribute. It is made [`Visible`] and escaped, so that nothing that a submission prints
/// becomes markup. Elements are closed automatically.
#[derive(Debug, Default)]
pub struct Html {
    written: String,
}

/// The names and values of attributes.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Html {
    /// The start of a document.
    pub fn document() -> Self {
        Self { written: "<!doctype html>\n".to_owned() }
    }

    /// Writes an element; `inside` writes its content.
    pub fn element(&mut self, tag: &'static str, attributes: Attributes, inside: impl FnOnce(&mut Self)) {
        self.void(tag, attributes);
        inside(self);
        self.written.push_str("</");
        self.written.push_str(tag);
        self.written.push('>');
    }

    /// Writes an element that contains only text.
    pub fn leaf(&mut self, tag: &'static str, attributes: Attributes, text: &(impl Text + ?Sized)) {
        self.element(tag, attributes, |html| html.text(text));
    }

    /// Writes an element that has no content and is not closed, such as `meta` or `input`.
    pub fn void(&mut self, tag: &'static str, attributes: Attributes) {
        self.written.push('<');
        self.written.push_str(tag);
        for (name, value) in attributes {
            self.written.push(' ');
            self.written.push_str(name);
            self.written.push_str("=\"");
            self.escape(&Visible::new(value).to_string());
            self.written.push('"');
        }
        self.written.push('>');
    }

    /// Writes text on one line.
    pub fn text(&mut self, text: &(impl Text + ?Sized)) {
        self.escape(&Visible::new(text).to_string());
    }

    /// Writes text of several lines.
    pub fn lines(&mut self, text: &(impl Text + ?Sized)) {
        self.escape(&Visible::lines(text).to_string());
    }

    /// Writes a text of this program without escaping it: a style sheet, a script, spacing.
    pub fn raw(&mut self, text: &'static str) {
        self.written.push_str(text);
    }

    /// Returns a text as it stands between tags and in values of attributes.
    pub fn escaped(text: &(impl Text + ?Sized)) -> String {
        let mut html = Self::default();
        html.text(text);
        html.written
    }

    /// The written document.
    pub fn into_bytes(self) -> Vec<u8> {
        self.written.into_bytes()
    }

    fn escape(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.written.push_str("&amp;"),
                '<' => self.written.push_str("&lt;"),
                '>' => self.written.push_str("&gt;"),
                '"' => self.written.push_str("&quot;"),
                '\'' => self.written.push_str("&#39;"),
                other => self.written.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::decode;
    use proptest::prelude::*;

    fn text(html: Html) -> String {
        String::from_utf8(html.into_bytes()).unwrap()
    }

    #[test]
    fn what_is_text_stays_text() {
        let mut html = Html::default();
        html.leaf("p", &[("title", "a\"b' onclick=x")], "</p><script>alert(1)</script>&amp;\u{1b}\u{202e}");
        assert_eq!(
            text(html),
            "<p title=\"a&quot;b&#39; onclick=x\">&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;\
             ␛\\u{202e}</p>"
        );
    }

    #[test]
    fn elements_close_in_the_order_in_which_they_open() {
        let mut html = Html::default();
        html.element("ul", &[], |html| {
            html.leaf("li", &[], "a");
            html.element("li", &[], |html| html.void("br", &[]));
        });
        assert_eq!(text(html), "<ul><li>a</li><li><br></li></ul>");
    }

    proptest! {
        #[test]
        fn no_text_opens_a_tag_or_ends_an_attribute(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let hostile = decode(&bytes);
            let mut html = Html::default();
            html.leaf("p", &[("title", &hostile)], &hostile);
            let written = text(html);
            let inside = written.strip_prefix("<p title=\"").unwrap().strip_suffix("</p>").unwrap();
            let (value, text) = inside.split_once("\">").unwrap();
            prop_assert!(!value.contains(['<', '>', '"', '\'']) && !text.contains(['<', '>', '"', '\'']));
        }
    }
}
