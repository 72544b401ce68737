//! Files that are no texts: pictures, and others.

use super::scratch::{Scratch, named};

/// Writes a PNG picture of one colour, and a file of bytes.
const DRAW: &str = "import struct, sys, zlib\n\
    def chunk(kind, data):\n    \
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))\n\
    def png(width, height, colour):\n    \
    rows = (b'\\0' + bytes(colour) * width) * height\n    \
    header = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)\n    \
    return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')\n\
    open('out.png', 'wb').write(png(40, 30, (200, 0, 0)))\n\
    open('table.bin', 'wb').write(b'\\0\\1\\2\\3')\n";

const SPEC: &str = "
assignment: draw
title: Draw
submission: { files: [draw.py] }
reference: { files: [solution.py] }
scenarios:
  - { name: the picture, points: 2, expect: { files: { out.png: reference } } }
  - { name: the picture of the handout, points: 2, hidden: true, expect: { files: { out.png: { from: out.png } } } }
  - { name: the bytes, points: 1, expect: { files: { table.bin: reference } } }
";

/// Three programs: one draws as it should, one in another size, and one leaves markup in the place of a picture.
fn class() -> Scratch {
    let scratch = Scratch::new(SPEC).write("solution.py", DRAW).write("out.png", "");
    let drawn =
        std::process::Command::new("python3").arg("solution.py").current_dir(scratch.path("")).status();
    assert!(drawn.unwrap().success());
    let markup = "open('out.png', 'w').write('<svg onload=alert(1)></svg>')\nopen('table.bin', 'wb').write(b'\\0\\1\\2')\n";
    let other = DRAW.replace("png(40, 30", "png(50, 30").replace("\\2\\3", "\\2\\4");
    let scratch = scratch.write("class/Ada/draw.py", DRAW).write("class/Bob/draw.py", other);
    let scratch = scratch.write("class/Cyd/draw.py", markup);
    let graded = scratch.run(&["grade", "spec.yaml", "class", "--format", "html"]);
    assert_eq!(graded.code, 0, "{}", graded.stderr);
    scratch
}

#[test]
fn a_wrong_picture_is_told_by_its_size_and_shown_beside_the_expected_one() {
    let scratch = class();
    let results = scratch.results();
    let reasons = |name: &str, scenario: usize| {
        named(&results, name)["scenarios"][scenario]["reasons"][0].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(named(&results, "Ada")["points"], "5");
    assert_eq!(
        reasons("Bob", 0),
        "The file `out.png` is a PNG picture of 50 × 30 pixels, and one of 40 × 30 is expected."
    );
    assert!(reasons("Bob", 2).contains("it has 4 bytes, as expected, and byte 4 is the first that differs"));
    assert_eq!(reasons("Cyd", 0), "The file `out.png` is no picture, and a PNG picture is expected.");
    assert!(
        reasons("Cyd", 2)
            .contains("it has 3 bytes, and 4 are expected (SHA-256 ae4b3280e56e… in the place of")
    );

    let sources = |name: &str| {
        let page = scratch.read(&format!("yardstick-results/feedback/{name}.html"));
        let sources =
            page.split("<img src=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        sources.collect::<Vec<_>>()
    };
    // The picture that is expected and the one that was drawn; what is hidden shows neither.
    let [expected, actual] = sources("Bob").try_into().unwrap();
    let is_png = |source: &str| source.starts_with("data:image/png;base64,iVBOR");
    assert!(is_png(&expected) && is_png(&actual) && expected != actual);
    // Markup is never shown as a picture.
    assert_eq!(sources("Cyd"), [expected]);
    assert!(sources("Ada").is_empty());
}
