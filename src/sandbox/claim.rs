//! The claim of a program that it is endless, at the end of its standard error (`launcher/warm/endless.py`).
//!
//! It is made inside of the program, so the program can forge it. It only ever costs the program.

use super::Exit;

/// The exit code of a program with a claim.
const EXIT_CODE: i32 = 113;

/// The beginning of a claim, which is the last line of standard error.
const MARK: &[u8] = b"\0endless ";

/// The length of the longest claim, in bytes.
const LONGEST: usize = 8 << 10;

/// Takes the claim off standard error, if the program ended with one; returns its JSON.
pub(super) fn take(exit: Exit, stderr: &mut Vec<u8>) -> Option<Vec<u8>> {
    if exit != Exit::Code(EXIT_CODE) {
        return None;
    }
    let from = stderr.len().saturating_sub(LONGEST);
    let at = from + memchr::memmem::rfind(&stderr[from..], MARK)?;
    let claim = stderr[at..].strip_prefix(MARK)?.strip_suffix(b"\n")?.to_vec();
    stderr.truncate(at);
    Some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_taken_off_the_end_of_standard_error() {
        let mut stderr = b"a warning\n\0endless {}\n".to_vec();
        assert_eq!(take(Exit::Code(0), &mut stderr), None);
        assert_eq!(take(Exit::Code(EXIT_CODE), &mut stderr), Some(b"{}".to_vec()));
        assert_eq!(stderr, b"a warning\n");
    }

    #[test]
    fn what_is_too_long_or_has_no_end_is_no_claim() {
        let long = [MARK, &[b'x'; LONGEST], b"\n"].concat();
        for stderr in [long.as_slice(), b"", b"\0endless {}", b"endless {}\n"] {
            assert_eq!(take(Exit::Code(EXIT_CODE), &mut stderr.to_vec()), None);
        }
    }

    #[test]
    fn the_prover_uses_the_same_signs() {
        let [endless, claim] =
            [include_str!("launcher/warm/endless.py"), include_str!("launcher/warm/claim.py")];
        assert!(endless.contains(&format!("\nEXIT_CODE = {EXIT_CODE}\n")));
        assert!(
            claim.contains(&format!("MARK = b\"{}\"", MARK.escape_ascii().to_string().replace("x00", "0")))
        );
    }
}
