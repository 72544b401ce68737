//! What a Makefile builds, as far as its text tells.

/// The names of a Makefile, in the order in which `make` looks for them.
pub(super) const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// What `make` builds if it is asked for nothing: the target of the first rule.
pub(super) fn goal(makefile: &str) -> Option<String> {
    let is_rule = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        line.contains(':')
            && !line.starts_with(['\t', '#', '.', ' '])
            && !name.contains(['=', '$', '%'])
            && !line.contains(":=")
    };
    let line = makefile.lines().find(is_rule)?;
    line.split(':').next()?.split_whitespace().next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_is_what_is_made() {
        let text = "CC := gcc\nCFLAGS = -Wall\n.PHONY: clean\n%.o: %.c\n\tgcc\nall: tester\n\ntester: a.o\n";
        assert_eq!(goal(text).as_deref(), Some("all"));
        assert_eq!(goal("X = 1\n"), None);
    }
}
