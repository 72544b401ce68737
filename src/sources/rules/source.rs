//! A parsed file: its nodes, its lines, and which code runs when it is imported.

use super::encoding;
use super::finding::Place;
use super::grammar::Grammar;
use super::parser::{self, Entry, Unreadable};

/// A parsed file, ready to be checked.
#[derive(Debug)]
pub struct Source {
    name: String,
    grammar: Grammar,
    text: String,
    entries: Vec<Entry>,
    lines: Vec<Line>,
    /// For each entry, the function or lambda in whose body it is.
    bodies: Vec<Option<usize>>,
    /// The entries for text that the grammar does not accept.
    errors: Vec<usize>,
    broken: bool,
}

impl Source {
    /// Parses a file in the language of its ending; Python, if it has another one. A file with syntax errors is accepted.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser: far too long, or nested far too deep.
    pub fn parse(name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let grammar = Grammar::of_file(name).unwrap_or(Grammar::Python);
        let source = Self::parse_as(grammar, name, content)?;
        // A header may belong to either of the two languages.
        if source.broken && grammar == Grammar::C && name.ends_with('h') {
            let as_cpp = Self::parse_as(Grammar::Cpp, name, content)?;
            return Ok(if as_cpp.broken { source } else { as_cpp });
        }
        Ok(source)
    }

    fn parse_as(grammar: Grammar, name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let text = match grammar {
            Grammar::Python => encoding::decoded(content),
            Grammar::C | Grammar::Cpp | Grammar::Java | Grammar::JavaScript => encoding::as_utf_8(content),
        };
        let (entries, broken) = parser::parse(&text, grammar)?;
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let lines = starts.map(|start| Line::new(&text, start)).collect();
        let bodies = bodies(&entries, grammar);
        let errors = (0..entries.len()).filter(|&index| entries[index].kind == "ERROR").collect();
        Ok(Self { name: name.to_owned(), grammar, text, entries, lines, bodies, errors, broken })
    }

    /// Returns the name of the file, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the language in which it was parsed.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Tells whether the text has syntax errors, so that the tree is partly a guess.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Returns all nodes in the order of the text, parents before their children.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.entries.len()).map(|index| Node { source: self, index })
    }

    /// Returns the nodes of a kind.
    pub(super) fn all(&self, kind: &'static str) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(move |node| node.is(kind))
    }

    /// Returns the node of the whole file.
    pub fn root(&self) -> Node<'_> {
        Node { source: self, index: 0 }
    }

    /// Returns the words and signs of the text, without comments and the contents of strings.
    pub(super) fn tokens(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(|node| node.is_token())
    }

    /// Returns the line, from 0, that contains a byte of the text.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.start <= byte) - 1
    }

    /// Returns the text of a line, counted from 0.
    pub(super) fn line(&self, line: usize) -> &str {
        let start = self.lines[line].start;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next.start - 1);
        &self.text[start..end]
    }

    /// Returns a whole line as a place.
    pub(super) fn line_place(&self, line: usize) -> Place {
        let text = self.line(line);
        let start = text.len() - text.trim_start().len();
        Place::new(line + 1, text, start..text.trim_end().len().max(start))
    }
}

/// One line of a text.
#[derive(Debug)]
struct Line {
    start: usize,
    /// The place of its first character that is not a blank.
    code: usize,
    /// The width of its indentation, as Python counts it.
    indent: usize,
}

impl Line {
    fn new(text: &str, start: usize) -> Self {
        let (mut code, mut indent) = (start, 0);
        for byte in text[start..].bytes() {
            match byte {
                b' ' => indent += 1,
                b'\t' => indent = (indent / 8 + 1) * 8,
                b'\x0c' => indent = 0,
                _ => break,
            }
            code += 1;
        }
        Self { start, code, indent }
    }
}

fn bodies(entries: &[Entry], grammar: Grammar) -> Vec<Option<usize>> {
    let mut bodies: Vec<Option<usize>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let parent = entries[entry.parent].kind;
        let own = entry.field == Some("body") && grammar.is_function(parent);
        let body = if own { Some(entry.parent) } else { bodies.get(entry.parent).copied().flatten() };
        bodies.push(body);
    }
    bodies
}

/// One node of a source's tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    source: &'a Source,
    index: usize,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.source, other.source)
    }
}

impl<'a> Node<'a> {
    fn entry(self) -> &'a Entry {
        &self.source.entries[self.index]
    }

    fn at(self, index: usize) -> Self {
        Self { source: self.source, index }
    }

    /// Returns the language in which it is written.
    pub(super) fn grammar(self) -> Grammar {
        self.source.grammar
    }

    /// Returns the index in the list of all nodes.
    pub(super) fn index(self) -> usize {
        self.index
    }

    /// Returns the name of the kind in the grammar; for a keyword or a sign, its text.
    pub fn kind(self) -> &'static str {
        self.entry().kind
    }

    /// Tells whether it is a node of this kind, and not a keyword of that name.
    pub fn is(self, kind: &str) -> bool {
        self.entry().named && self.entry().kind == kind
    }

    /// Tells whether it is this keyword or sign.
    pub fn is_sign(self, sign: &str) -> bool {
        !self.entry().named && self.entry().kind == sign
    }

    /// Tells whether it is one word or sign of the text. Keywords inside a syntax error may look like names.
    pub(super) fn is_token(self) -> bool {
        let leaf = self.entry().after == self.index + 1 && self.start() < self.end();
        leaf && (!self.entry().named || self.entry().kind == "identifier")
    }

    /// Returns the text of the node.
    pub fn text(self) -> &'a str {
        &self.source.text[self.start()..self.end()]
    }

    /// Tells whether it has no parts.
    pub(super) fn is_leaf(self) -> bool {
        self.entry().after == self.index + 1
    }

    /// Tells whether the parser has put it in, because something is missing there.
    pub(super) fn is_missing(self) -> bool {
        self.entry().start == self.entry().end && self.entry().after == self.index + 1 && self.index > 0
    }

    /// Returns the text from the beginning of the node to the end of a later one.
    pub(super) fn text_to(self, last: Self) -> &'a str {
        &self.source.text[self.start()..last.end().max(self.start())]
    }

    pub(super) fn start(self) -> usize {
        self.entry().start
    }

    pub(super) fn end(self) -> usize {
        self.entry().end
    }

    /// Returns the field name of the node in its parent.
    pub fn field_name(self) -> Option<&'static str> {
        self.entry().field
    }

    /// Returns the parent node.
    pub(super) fn parent(self) -> Option<Self> {
        (self.index > 0).then(|| self.at(self.entry().parent))
    }

    /// Returns the child nodes.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let mut next = self.index + 1;
        let end = self.entry().after;
        std::iter::from_fn(move || {
            let child = (next < end).then(|| self.at(next))?;
            next = child.entry().after;
            Some(child)
        })
    }

    /// Returns the child nodes without keywords, signs and comments.
    pub fn parts(self) -> impl Iterator<Item = Self> {
        let filler = |node: &Self| node.is_comment() || node.is("line_continuation");
        self.children().filter(move |node| node.entry().named && !filler(node))
    }

    /// Tells whether it is a comment.
    pub(super) fn is_comment(self) -> bool {
        ["comment", "line_comment", "block_comment", "html_comment"].iter().any(|kind| self.is(kind))
    }

    /// Returns the nodes around it, the nearest first: a thousand at most, for nobody nests deeper by hand.
    pub(super) fn ancestors(self) -> impl Iterator<Item = Self> {
        const MOST: usize = 1_000;
        std::iter::successors(self.parent(), |node| node.parent()).take(MOST)
    }

    /// Tells whether the tree is a guess here: it is in a syntax error, or contains one.
    pub(super) fn is_guess(self) -> bool {
        self.source.broken && (self.has_error() || self.ancestors().any(|node| node.is("ERROR")))
    }

    /// Returns the child node with this field name.
    pub fn field(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.field_name() == Some(name))
    }

    /// Returns all nodes inside this one, parents first.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.entry().after).map(move |index| self.at(index))
    }

    /// Tells whether another node is inside this one, or is this one.
    pub(super) fn contains(self, other: Self) -> bool {
        (self.index..self.entry().after).contains(&other.index)
    }

    /// Tells whether it contains a syntax error.
    pub fn has_error(self) -> bool {
        let before = self.source.errors.partition_point(|&error| error < self.index);
        self.source.errors.get(before).is_some_and(|&error| error < self.entry().after)
    }

    /// Returns the function or lambda in whose body it is, and with which it runs.
    pub(super) fn body_of(self) -> Option<Self> {
        self.source.bodies[self.index].map(|index| self.at(index))
    }

    /// Returns the line, from 0, in which it begins.
    pub fn line(self) -> usize {
        self.source.line_of(self.start())
    }

    /// Tells whether only blanks are before it on its line.
    pub(super) fn begins_its_line(self) -> bool {
        self.start() <= self.source.lines[self.line()].code
    }

    /// Returns the text before it on its line.
    pub(super) fn text_before_in_line(self) -> &'a str {
        &self.source.text[self.source.lines[self.line()].start..self.start()]
    }

    /// Returns the width of the indentation of its line, as Python counts it.
    pub(super) fn indent(self) -> usize {
        self.source.lines[self.line()].indent
    }

    /// Returns the called name, if it is the call of a plain name.
    pub(super) fn called_name(self) -> Option<&'a str> {
        if !self.is("call") {
            return None;
        }
        self.field("function").filter(|function| function.is("identifier")).map(Self::text)
    }

    /// Returns the first line of the node as a place.
    pub(super) fn place(self) -> Place {
        let line = self.line();
        let (start, text) = (self.source.lines[line].start, self.source.line(line));
        let part = self.start() - start..(self.end() - start).min(text.len());
        Place::new(line + 1, text, part)
    }
}
