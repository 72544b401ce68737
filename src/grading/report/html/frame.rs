//! The frame of all pages: the head, with the policy that forbids every other script and style, and the choice of colours.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::markup::Html;
use crate::untrusted::Text;

/// The style sheet of all pages.
pub(super) const STYLE: &str = include_str!("page.css");
/// The script of all pages: it remembers the choice of colours.
const SCRIPT: &str = include_str!("page.js");

/// The parts of a page that differ between the kinds of pages.
pub(super) struct Frame {
    /// The class of the page in the style sheet.
    pub(super) kind: &'static str,
    /// The style sheet of this kind.
    pub(super) style: &'static str,
    /// The script of this kind. The page can be read without it.
    pub(super) script: &'static str,
    /// Whether it shows pictures, which stand in the page itself.
    pub(super) pictures: bool,
    /// Whether its script asks the server that it came from whether something has changed.
    pub(super) asks: bool,
}

impl Frame {
    /// Writes a whole page; `header` and `main` write its content.
    pub(super) fn page(
        &self,
        title: &(impl Text + ?Sized),
        header: impl FnOnce(&mut Html),
        main: impl FnOnce(&mut Html),
    ) -> Vec<u8> {
        let mut html = Html::document();
        html.element("html", &[("lang", "en"), ("class", self.kind)], |html| {
            html.element("head", &[], |html| self.head(html, title));
            html.raw("\n");
            html.element("body", &[], |html| {
                html.leaf("a", &[("class", "skip"), ("href", "#main")], "Skip to the content");
                html.element("header", &[], |html| {
                    colours(html);
                    header(html);
                });
                html.raw("\n");
                html.element("main", &[("id", "main")], main);
                html.raw("\n");
                for script in [SCRIPT, self.script] {
                    html.element("script", &[], |html| html.raw(script));
                }
            });
        });
        html.raw("\n");
        html.into_bytes()
    }

    fn head(&self, html: &mut Html, title: &(impl Text + ?Sized)) {
        html.void("meta", &[("charset", "utf-8")]);
        html.void("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &self.policy())]);
        html.void("meta", &[("name", "referrer"), ("content", "no-referrer")]);
        html.void("meta", &[("name", "viewport"), ("content", "width=device-width, initial-scale=1")]);
        html.leaf("title", &[], title);
        for style in [STYLE, self.style] {
            html.element("style", &[], |html| html.raw(style));
        }
    }

    /// The policy of the page: a browser fetches nothing but what a review tells, and runs only the scripts and styles of this program (Content
    /// Security Policy Level 3, section 2.3.1: sources by hash).
    fn policy(&self) -> String {
        let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
        let hashes = |texts: [&str; 2]| texts.map(hash).join(" ");
        let (styles, scripts) = (hashes([STYLE, self.style]), hashes([SCRIPT, self.script]));
        let pictures = if self.pictures { " img-src data:;" } else { "" };
        let asks = if self.asks { " connect-src 'self';" } else { "" };
        format!(
            "default-src 'none'; style-src {styles}; script-src {scripts};{pictures}{asks} base-uri 'none'; form-action 'none'"
        )
    }
}

/// Writes the choice between light colours, dark colours, and those of the system. The style sheet reads the choice, so
/// that no script is needed.
fn colours(html: &mut Html) {
    html.element("fieldset", &[("class", "colours")], |html| {
        html.leaf("legend", &[("class", "unseen")], "Colours");
        for (value, label, checked) in
            [("auto", "Auto", true), ("light", "Light", false), ("dark", "Dark", false)]
        {
            html.element("label", &[], |html| {
                let input = [("type", "radio"), ("name", "colours"), ("id", value), ("checked", "")];
                html.void("input", if checked { &input } else { &input[..3] });
                html.leaf("span", &[], label);
            });
        }
    });
}
