//! Reads the names that a compiled file defines and that it needs from elsewhere (ELF, as on Linux).
//!
//! A compiler made the file out of what somebody handed in, so nothing in it is believed: what cannot be read has no names.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;

/// The names in a compiled file.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// What others may call or read.
    pub(super) defined: BTreeSet<String>,
    /// Functions that only this file can call.
    pub(super) own: BTreeSet<String>,
    /// What must come from elsewhere.
    pub(super) needed: BTreeSet<String>,
    /// What loads the program and its libraries.
    pub(super) interpreter: Option<PathBuf>,
}

const SYMBOLS: u32 = 2;
const DYNAMIC_SYMBOLS: u32 = 11;
const LOCAL: u8 = 0;
const FUNCTION: u8 = 2;
const INTERPRETER: u32 = 3;

impl Symbols {
    /// Reads them. Files of 64 bits whose numbers begin with their last byte can be read.
    pub(super) fn of(file: &[u8]) -> Self {
        Self::read(&Elf(file)).unwrap_or_default()
    }

    fn read(elf: &Elf) -> Option<Self> {
        if elf.0.get(..6)? != b"\x7fELF\x02\x01" {
            return None;
        }
        let mut found = Self::default();
        let (segments, size) = (elf.number::<8>(32)?, elf.number::<2>(54)?);
        for number in 0..elf.number::<2>(56)? {
            let at = segments.checked_add(number.checked_mul(size)?)?;
            if elf.number::<4>(at)? == u64::from(INTERPRETER) {
                let path = elf.part(elf.number::<8>(at + 8)?, elf.number::<8>(at + 32)?)?;
                let path = path.strip_suffix(b"\0").unwrap_or(path);
                found.interpreter = std::str::from_utf8(path).ok().map(PathBuf::from);
            }
        }
        let (sections, size, count) = (elf.number::<8>(40)?, elf.number::<2>(58)?, elf.number::<2>(60)?);
        let section = |number: u64| sections.checked_add(number.checked_mul(size)?);
        for number in 0..count {
            let at = section(number)?;
            let kind = elf.number::<4>(at + 4)?;
            if kind == u64::from(SYMBOLS) || kind == u64::from(DYNAMIC_SYMBOLS) {
                let names = section(elf.number::<4>(at + 40)?)?;
                let names = elf.part(elf.number::<8>(names + 24)?, elf.number::<8>(names + 32)?)?;
                let all = elf.part(elf.number::<8>(at + 24)?, elf.number::<8>(at + 32)?)?;
                all.chunks_exact(24).for_each(|symbol| found.add(symbol, names));
            }
        }
        Some(found)
    }

    fn add(&mut self, symbol: &[u8], names: &[u8]) {
        let number = |range: Range<usize>| {
            symbol[range].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
        };
        let (name, info, section) = (number(0..4), symbol[4], number(6..8));
        let name =
            names.get(name..).and_then(|rest| rest.split(|byte| *byte == 0).next()).unwrap_or_default();
        let Ok(name) = std::str::from_utf8(name) else { return };
        // In a library, the version of a name stands behind it.
        let name = name.split('@').next().unwrap_or_default().to_owned();
        if name.is_empty() {
            return;
        }
        match (section, info >> 4, info & 15) {
            (0, ..) => self.needed.insert(name),
            (_, LOCAL, FUNCTION) => self.own.insert(name),
            (_, LOCAL, _) => false,
            _ => self.defined.insert(name),
        };
    }
}

/// A file whose places are read with care.
struct Elf<'a>(&'a [u8]);

impl<'a> Elf<'a> {
    fn part(&self, from: u64, length: u64) -> Option<&'a [u8]> {
        let (from, length) = (usize::try_from(from).ok()?, usize::try_from(length).ok()?);
        self.0.get(from..from.checked_add(length)?)
    }

    fn number<const BYTES: u64>(&self, at: u64) -> Option<u64> {
        let bytes = self.part(at, BYTES)?;
        Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_a_program_and_from_no_other_file() {
        if !cfg!(all(target_os = "linux", target_pointer_width = "64", target_endian = "little")) {
            return;
        }
        // This program itself may have been stripped of its names.
        let folder = tempfile::tempdir().unwrap();
        let [source, program] = ["main.c", "main"].map(|name| folder.path().join(name));
        std::fs::write(&source, "#include <stdio.h>\nint main(void) { return puts(\"\"); }\n").unwrap();
        let built = std::process::Command::new("cc").arg(&source).arg("-o").arg(&program).status().unwrap();
        assert!(built.success());
        let program = std::fs::read(program).unwrap();
        let symbols = Symbols::of(&program);
        assert!(symbols.defined.contains("main"), "{} names", symbols.defined.len());
        assert!(symbols.needed.contains("puts") && !symbols.needed.contains("main"));
        // Wherever it is cut off or damaged, nothing worse happens than that names are missing.
        for length in [0, 5, 6, 40, 63, 64, 100, program.len() / 2, program.len() - 1] {
            let _ = Symbols::of(&program[..length]);
        }
        let mut damaged = program[..program.len().min(1 << 16)].to_vec();
        for at in 0..64 {
            damaged[at] ^= 0xff;
            let _ = Symbols::of(&damaged);
        }
        assert!(Symbols::of(b"#!/bin/sh\n").defined.is_empty());
    }
}
