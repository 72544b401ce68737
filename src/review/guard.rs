//! Who may ask: only the browser that was given the address with the token.
//!
//! Another user of the machine can reach the port, and another site that is open in the browser can send requests to it. So:
//!
//! - The `Host` must be ours. A site whose name was made to point to 127.0.0.1 (DNS rebinding) has another one.
//! - A request that a browser sends for another site says so in `Origin` or `Sec-Fetch-Site`, and is refused.
//! - Everything needs a cookie that only the address with the token sets. Browsers send cookies to every port of a host (RFC 6265,
//!   section 8.5), so ours is limited to a path that nobody can guess: a server of another user never sees it.
//! - What changes anything needs the token in a header besides, which no form and no link can send.

use std::io;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri};

/// The header with the token.
pub(super) const TOKEN_HEADER: &str = "x-yardstick-token";

/// The name of the cookie.
const COOKIE: &str = "yardstick";

/// What opens the review.
#[derive(Debug)]
pub(super) struct Guard {
    port: u16,
    /// In the address, and then in the header of what changes anything.
    token: String,
    /// In the cookie.
    pass: String,
    /// The path of everything.
    base: String,
}

/// What becomes of a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// It is answered.
    Admitted,
    /// It has the token: the browser is given the cookie, and sent on.
    Welcome,
    /// It is refused, with a sentence.
    Refused(StatusCode, &'static str),
}

impl Guard {
    /// Draws what opens the review.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub(super) fn new(port: u16) -> io::Result<Self> {
        Ok(Self { port, token: drawn(16)?, pass: drawn(16)?, base: format!("/{}/", drawn(8)?) })
    }

    /// The address with the token, for the person who started the review.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{}?token={}", self.port, self.base, self.token)
    }

    /// The path of everything, with slashes around it.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// The token, which the pages send back.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// The header that gives a browser the cookie.
    pub(super) fn cookie(&self) -> String {
        format!("{COOKIE}={}; Path={}; HttpOnly; SameSite=Strict", self.pass, self.base)
    }

    /// Judges a request.
    pub(super) fn judge(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Judgement {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let own = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        let host = header("host").or(uri.authority().map(Authority::as_str));
        if !host.is_some_and(|host| own.iter().any(|one| one == host)) {
            return Judgement::Refused(
                StatusCode::MISDIRECTED_REQUEST,
                "This is the review of another address.",
            );
        }
        let is_of_another = |origin: &str| !own.iter().any(|one| origin.strip_prefix("http://") == Some(one));
        let is_sent_by_another =
            header("sec-fetch-site").is_some_and(|site| !["same-origin", "none"].contains(&site));
        if header("origin").is_some_and(is_of_another) || is_sent_by_another {
            return Judgement::Refused(StatusCode::FORBIDDEN, "Another site asked for this.");
        }
        let has_token = |given: Option<&str>| given.is_some_and(|given| is_same(given, &self.token));
        let asked = uri.query().and_then(|query| query.strip_prefix("token="));
        if uri.path() == self.base && method == Method::GET && has_token(asked) {
            return Judgement::Welcome;
        }
        let cookies = headers.get_all("cookie").iter().filter_map(|value| value.to_str().ok());
        let mut cookies =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|one| one.trim().split_once('='));
        let has_pass = cookies.any(|(name, value)| name == COOKIE && is_same(value, &self.pass));
        if !has_pass || !uri.path().starts_with(&self.base) {
            return Judgement::Refused(
                StatusCode::FORBIDDEN,
                "This review is open for the address that `yardstick review` printed, and for nothing else.",
            );
        }
        if method != Method::GET && !has_token(header(TOKEN_HEADER)) {
            return Judgement::Refused(
                StatusCode::FORBIDDEN,
                "Only a page of this review may change anything.",
            );
        }
        Judgement::Admitted
    }
}

/// Draws so many bytes, in hexadecimal digits.
fn drawn(bytes: usize) -> io::Result<String> {
    let mut drawn = vec![0; bytes];
    getrandom::fill(&mut drawn).map_err(io::Error::other)?;
    Ok(drawn.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Tells whether two texts are the same, in a time that does not tell where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |differs, (one, other)| differs | (one ^ other));
    one.len() == other.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(guard: &Guard, method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Judgement {
        let headers =
            headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        guard.judge(method, &path.parse().unwrap(), &headers)
    }

    #[test]
    fn only_who_was_given_the_address_is_let_in() {
        let guard = Guard::new(4711).unwrap();
        let (base, pass, host) =
            (guard.base.clone(), format!("yardstick={}", guard.pass), ("host", "127.0.0.1:4711"));
        let opens = format!("{base}?token={}", guard.token);
        let is_refused = |judgement: &Judgement| matches!(judgement, Judgement::Refused(..));

        assert_eq!(judged(&guard, &Method::GET, &opens, &[host]), Judgement::Welcome);
        assert_eq!(judged(&guard, &Method::GET, &base, &[host, ("cookie", &pass)]), Judgement::Admitted);
        let token = guard.token.clone();
        let post = [
            host,
            ("cookie", pass.as_str()),
            (TOKEN_HEADER, token.as_str()),
            ("origin", "http://127.0.0.1:4711"),
        ];
        assert_eq!(judged(&guard, &Method::POST, &base, &post), Judgement::Admitted);

        for (path, headers) in [
            (base.as_str(), vec![host]),
            (&format!("{base}?token={}", "0".repeat(32)), vec![host]),
            (&opens, vec![("host", "evil.example:4711")]),
            (&opens, vec![]),
            (&base, vec![("host", "evil.example:4711"), ("cookie", pass.as_str())]),
            (&base, vec![host, ("cookie", "yardstick=0")]),
            (&base, vec![host, ("cookie", pass.as_str()), ("sec-fetch-site", "cross-site")]),
            (&base, vec![host, ("cookie", pass.as_str()), ("origin", "http://127.0.0.1:4712")]),
            ("/", vec![host, ("cookie", pass.as_str())]),
        ] {
            assert!(is_refused(&judged(&guard, &Method::GET, path, &headers)), "{path} {headers:?}");
        }
        let without = [host, ("cookie", pass.as_str())];
        assert!(is_refused(&judged(&guard, &Method::POST, &base, &without)));
        let wrong = [host, ("cookie", pass.as_str()), (TOKEN_HEADER, guard.pass.as_str())];
        assert!(is_refused(&judged(&guard, &Method::POST, &base, &wrong)));
    }
}
