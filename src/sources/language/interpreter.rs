//! What a file that is executed names to be started by: a script its interpreter, a program its loader.

use std::borrow::Cow;

/// The most bytes of a name: a longer path is none.
const LONGEST: usize = 4096;

/// Returns the path that the kernel looks for before it starts this file (execve(2)); `None` if it looks for none.
pub(super) fn named_by(file: &[u8]) -> Option<Cow<'_, str>> {
    let name = match file.strip_prefix(b"#!") {
        Some(line) => {
            let line = line.split(|byte| *byte == b'\n').next()?.trim_ascii();
            line.split(u8::is_ascii_whitespace).next()?
        }
        None => loader(file)?.split(|byte| *byte == 0).next()?,
    };
    (!name.is_empty()).then(|| String::from_utf8_lossy(&name[..name.len().min(LONGEST)]))
}

/// Returns the segment of an ELF file that names its loader (elf(5), `PT_INTERP`). Only files of machines with 64 bits and
/// the usual order of bytes are looked into; all others are no programs here.
fn loader(file: &[u8]) -> Option<&[u8]> {
    const BEGIN: &[u8] = b"\x7fELF\x02\x01";
    const PT_INTERP: u32 = 3;
    let number = |at: usize, length: usize| -> Option<usize> {
        let bytes = file.get(at..at.checked_add(length)?)?;
        let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        usize::try_from(value).ok()
    };
    let (table, size, count) = (number(0x20, 8)?, number(0x36, 2)?, number(0x38, 2)?);
    (0..count).filter(|_| file.starts_with(BEGIN)).find_map(|index| {
        let entry = table.checked_add(index * size)?;
        let is_loader = number(entry, 4)? == PT_INTERP as usize;
        let (offset, length) = (number(entry.checked_add(8)?, 8)?, number(entry.checked_add(0x20)?, 8)?);
        is_loader.then(|| file.get(offset..offset.checked_add(length)?)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_names_its_interpreter() {
        for (file, named) in [
            ("#!/bin/sh\n", Some("/bin/sh")),
            ("#! /usr/bin/env python3\nprint()", Some("/usr/bin/env")),
            ("#!nowhere", Some("nowhere")),
            ("#!\n/bin/sh", None),
            ("", None),
            ("print()", None),
        ] {
            assert_eq!(named_by(file.as_bytes()).as_deref(), named, "{file}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_of_this_system_names_a_loader_that_is_there() {
        let program = std::fs::read("/usr/bin/env").unwrap();
        let loader = named_by(&program).unwrap();
        assert!(std::path::Path::new(&*loader).exists(), "{loader}");
        // However it is cut off, nothing is read that is not there.
        for length in (0..program.len().min(2048)).chain([program.len() - 1]) {
            let _ = named_by(&program[..length]);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_odd(rest in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            let _ = named_by(&[b"\x7fELF\x02\x01".as_slice(), &rest].concat());
        }
    }
}
