//! What reads bytes that nobody trusts, each as a function of any bytes: a result or an error, whatever they are.
//!
//! The targets for libFuzzer use it, and so do the ordinary tests (`tests/it/fuzzed.rs`).

use std::io::{Read, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD as BASE64;
use yardstick::testing::digest::Digest;

/// What stands between the manifest and the traces of [`results`].
pub(crate) const TRACES: &str = "\n== traces\n";

/// Specs, which are copied from anywhere.
pub(crate) fn spec_parser(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if let Err(defects) = yardstick::testing::spec::Spec::parse("spec.yaml", text, &|_| Ok(Vec::new())) {
        let _ = defects.to_string();
    }
}

/// What a session says, which a submission may have forged: the driver's line, and the records in it.
pub(crate) fn value_decoder(bytes: &[u8]) {
    let _ = yardstick::testing::python::decode_sessions(bytes, &[3, 3]);
    let in_a_piece = [format!("+{}\n", bytes.len()).as_bytes(), bytes, b"exit 0\n"].concat();
    let _ = yardstick::testing::python::decode_sessions(&in_a_piece, &[3]);
}

/// Zip files, as students hand them in.
pub(crate) fn zip_reader(bytes: &[u8]) {
    let _ = yardstick::testing::submission::Snapshot::of_archive(bytes);
}

/// What launchers and warm interpreters say, and what is said to them.
pub(crate) fn messages(bytes: &[u8]) {
    let _ = yardstick::testing::sandbox::count_message_kinds(bytes);
}

/// The results of a class or of a bundle, which come from anybody: a manifest, and the lines of traces as
/// [`unpacked`] writes them. Digests and checksums are made right, so that what is read is what was forged.
pub(crate) fn results(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (manifest, traces) = text.split_once(TRACES).unwrap_or((&text, ""));
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(folder.path()))
            .and_then(|()| std::fs::write(path, bytes))
    };
    write("grading.json", manifest.as_bytes()).expect("there is room for a file");
    write("traces/0001-a.traces", packed(traces).as_bytes()).expect("there is room for a file");
    if let Err(error) = yardstick::testing::results::verify(folder.path()) {
        let _ = error.to_string();
    }
}

/// The lines of a file of traces, readable: behaviours as JSON behind the digest by which records name them, and no
/// checksums.
pub(crate) fn unpacked(traces: &str) -> String {
    let lines = traces.lines().filter_map(|line| {
        let payload = line.split_once(' ')?.1;
        let Some((digest, bytes)) = payload.strip_prefix("behaviour ").and_then(|rest| rest.split_once(' '))
        else {
            return Some(format!("{payload}\n"));
        };
        let mut json = String::new();
        flate2::read::DeflateDecoder::new(BASE64.decode(bytes).ok()?.as_slice())
            .read_to_string(&mut json)
            .ok()?;
        Some(format!("behaviour {digest} {json}\n"))
    });
    lines.collect()
}

/// The same lines as a store keeps them.
fn packed(lines: &str) -> String {
    let mut text = String::new();
    let mut digests = Vec::new();
    for line in lines.lines() {
        match line.strip_prefix("behaviour ").and_then(|rest| rest.split_once(' ')) {
            None => text.push_str(line),
            Some((old, json)) => {
                let digest = Digest::of(json.as_bytes()).to_string();
                let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(json.as_bytes()).expect("memory takes every write");
                let bytes = BASE64.encode(encoder.finish().expect("memory takes every write"));
                text.push_str(&format!("behaviour {digest} {bytes}"));
                digests.push((old, digest));
            }
        }
        text.push('\n');
    }
    for (old, digest) in digests.iter().filter(|(old, _)| old.len() == 64) {
        text = text.replace(old, digest);
    }
    let checksum = |payload: &str| Digest::of(payload.as_bytes()).to_string()[..16].to_owned();
    text.lines().map(|payload| format!("{} {payload}\n", checksum(payload))).collect()
}
