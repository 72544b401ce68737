//! Paths as links.

use crate::untrusted::Text;

/// A path as a relative reference (RFC 3986, section 4.2): every byte that is neither unreserved nor `/` is written in
/// hexadecimal digits, such as `%20`.
pub(crate) fn relative_reference(path: &(impl Text + ?Sized)) -> String {
    let mut reference = String::new();
    for byte in path.expose().bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                reference.push(char::from(byte));
            }
            _ => reference.push_str(&format!("%{byte:02X}")),
        }
    }
    reference
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_file_whatever_its_name() {
        assert_eq!(relative_reference("feedback/Doe_ Jane#1?.html"), "feedback/Doe_%20Jane%231%3F.html");
        assert_eq!(relative_reference("feedback/Émile.html"), "feedback/%C3%89mile.html");
    }
}
