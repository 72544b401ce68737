//! Writes pictures that a program left beside the expected ones.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::markup::Html;
use crate::compare::{Picture, Pictures};

/// Writes both pictures. They are part of the page: a browser fetches nothing.
pub(super) fn figure(html: &mut Html, pictures: &Pictures) {
    html.element("div", &[("class", "pictures")], |html| {
        for (heading, picture) in [("Expected", &pictures.expected), ("Your program", &pictures.actual)] {
            html.element("figure", &[], |html| {
                html.element("figcaption", &[], |html| {
                    html.text(heading);
                    html.text(" ");
                    html.leaf("code", &[], &pictures.path);
                });
                match picture {
                    Some(picture) => shown(html, picture, heading),
                    None => html.leaf("p", &[("class", "left-out")], "no picture that can be shown"),
                }
            });
        }
    });
}

fn shown(html: &mut Html, picture: &Picture, heading: &str) {
    let source = format!("data:{};base64,{}", picture.format.media_type(), STANDARD.encode(&picture.bytes));
    let [width, height] = [picture.width, picture.height].map(|side| side.to_string());
    let told = format!("{heading}: a {} picture of {width} by {height} pixels", picture.format.name());
    html.void("img", &[("src", &source), ("width", &width), ("height", &height), ("alt", &told)]);
}
