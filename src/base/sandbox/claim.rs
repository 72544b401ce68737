//! The claims of a program about itself on its standard error: that it is endless (`inside/endless.py`), or where it
//! was when its time was up (`inside/heard.py`).
//!
//! A claim is made inside of the program, so the program can forge it. It only ever costs the program.

use super::Exit;
use crate::resource::Resource;

/// The exit code of a program that was proved to be endless.
const EXIT_CODE: i32 = 113;

/// The beginnings of claims, which are one line each.
const ENDLESS: &[u8] = b"\0endless ";
const HEARD: &[u8] = b"\0heard ";

/// The length of the longest claim, in bytes.
const LONGEST: usize = 8 << 10;

/// What a program claims about itself, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That it never ends, and why.
    Endless(Vec<u8>),
    /// Where it was when its time was up.
    Heard(Vec<u8>),
    /// What a sanitizer found. It is not on standard error.
    Misuse(Vec<u8>),
}

/// Takes the claim off standard error, if a program that ended so makes one.
pub(super) fn take(exit: Exit, stderr: &mut Vec<u8>) -> Option<Claim> {
    match exit {
        Exit::Code(EXIT_CODE) => take_last(ENDLESS, stderr).map(Claim::Endless),
        Exit::Exceeded(Resource::Cpu | Resource::Wall) => take_last(HEARD, stderr).map(Claim::Heard),
        Exit::Code(_) | Exit::Signal(_) | Exit::Endless | Exit::Exceeded(_) => None,
    }
}

/// Takes off the last line with this beginning. What stands after it is another process's of the program.
fn take_last(mark: &[u8], stderr: &mut Vec<u8>) -> Option<Vec<u8>> {
    let at = memchr::memmem::rfind(stderr, mark)?;
    let length = memchr::memchr(b'\n', &stderr[at..]).filter(|length| *length < LONGEST)?;
    let claim = stderr[at + mark.len()..at + length].to_vec();
    stderr.drain(at..=at + length);
    Some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME_IS_UP: Exit = Exit::Exceeded(Resource::Cpu);

    #[test]
    fn a_claim_is_taken_off_standard_error() {
        for (exit, stderr, claim) in [
            (Exit::Code(EXIT_CODE), b"one\n\0endless {}\ntwo\n".as_slice(), Claim::Endless(b"{}".to_vec())),
            (TIME_IS_UP, b"one\n\0heard {}\ntwo\n", Claim::Heard(b"{}".to_vec())),
        ] {
            let mut stderr = stderr.to_vec();
            assert_eq!(take(Exit::Code(0), &mut stderr), None);
            assert_eq!(take(exit, &mut stderr), Some(claim));
            assert_eq!(stderr, b"one\ntwo\n");
        }
    }

    #[test]
    fn a_claim_belongs_to_one_kind_of_end() {
        let mut stderr = b"\0heard {}\n\0endless []\n".to_vec();
        for exit in [Exit::Code(0), Exit::Code(1), Exit::Exceeded(Resource::Memory)] {
            assert_eq!(take(exit, &mut stderr), None, "{exit}");
        }
        assert_eq!(take(Exit::Code(EXIT_CODE), &mut stderr), Some(Claim::Endless(b"[]".to_vec())));
        assert_eq!(take(TIME_IS_UP, &mut stderr), Some(Claim::Heard(b"{}".to_vec())));
    }

    #[test]
    fn what_is_too_long_or_has_no_end_is_no_claim() {
        for (exit, mark) in [(Exit::Code(EXIT_CODE), ENDLESS), (TIME_IS_UP, HEARD)] {
            let long = [mark, &[b'x'; LONGEST], b"\n"].concat();
            let without_end = [mark, b"{}"].concat();
            for stderr in [&long, &Vec::new(), &without_end, &b"endless {}\n".to_vec()] {
                assert_eq!(take(exit, &mut stderr.clone()), None);
            }
        }
    }

    #[test]
    fn what_makes_claims_uses_the_same_signs() {
        let sources = [
            (format!("\nEXIT_CODE = {EXIT_CODE}\n"), include_str!("inside/endless.py")),
            (mark(ENDLESS), include_str!("inside/claim.py")),
            (mark(HEARD), include_str!("inside/heard.py")),
        ];
        for (sign, source) in sources {
            assert!(source.contains(&sign), "{sign}");
        }
    }

    fn mark(mark: &[u8]) -> String {
        format!("MARK = b\"{}\"", mark.escape_ascii().to_string().replace("x00", "0"))
    }
}
