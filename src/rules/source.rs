//! A parsed file: its nodes, its lines, and what of it runs when it is imported.

use super::encoding;
use super::finding::Place;
use super::parser::{self, Entry, Unreadable};

/// A parsed Python file, ready to be checked.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    entries: Vec<Entry>,
    lines: Vec<Line>,
    /// For each entry the function or lambda in whose body it stands.
    bodies: Vec<Option<usize>>,
    /// The entries that stand for text the grammar has no place for.
    errors: Vec<usize>,
    broken: bool,
}

impl Source {
    /// Parses a file. Syntax errors are no reason to fail.
    ///
    /// # Errors
    ///
    /// When the file is made to exhaust a parser: far too long, or nested far too deep.
    pub fn parse(name: &str, content: &[u8]) -> Result<Self, Unreadable> {
        let text = encoding::decoded(content);
        let (entries, broken) = parser::parse(&text)?;
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        let lines = starts.map(|start| Line::new(&text, start)).collect();
        let bodies = bodies(&entries);
        let errors = (0..entries.len()).filter(|&index| entries[index].kind == "ERROR").collect();
        Ok(Self { name: name.to_owned(), text, entries, lines, bodies, errors, broken })
    }

    /// The name of the file, for messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it has syntax errors, so that the tree is a guess here and there.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// All nodes, parents before their children, in the order of the text.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.entries.len()).map(|index| Node { source: self, index })
    }

    /// The nodes of a kind.
    pub(super) fn all(&self, kind: &'static str) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(move |node| node.is(kind))
    }

    /// The whole file.
    pub(super) fn root(&self) -> Node<'_> {
        Node { source: self, index: 0 }
    }

    /// The words and signs of the text, without comments and what is in strings.
    pub(super) fn tokens(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes().filter(|node| node.is_token())
    }

    /// Which line, from zero, a byte of the text stands in.
    pub(super) fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.start <= byte) - 1
    }

    /// A line, counted from zero.
    pub(super) fn line(&self, line: usize) -> &str {
        let start = self.lines[line].start;
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next.start - 1);
        &self.text[start..end]
    }

    /// A whole line as a place.
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
    /// Where its blanks end.
    code: usize,
    /// How wide they are, in Python's eyes.
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

fn bodies(entries: &[Entry]) -> Vec<Option<usize>> {
    let mut bodies: Vec<Option<usize>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let parent = entries[entry.parent].kind;
        let own = entry.field == Some("body") && matches!(parent, "function_definition" | "lambda");
        let body = if own { Some(entry.parent) } else { bodies.get(entry.parent).copied().flatten() };
        bodies.push(body);
    }
    bodies
}

/// One node of a source's tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
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

    /// Its place in the list of all nodes.
    pub(super) fn index(self) -> usize {
        self.index
    }

    /// What the grammar calls it; a keyword or a sign is called as it is written.
    pub(super) fn kind(self) -> &'static str {
        self.entry().kind
    }

    /// Whether it is a node of this kind, and not a keyword of that name.
    pub(super) fn is(self, kind: &str) -> bool {
        self.entry().named && self.entry().kind == kind
    }

    /// Whether it is this keyword or sign.
    pub(super) fn is_sign(self, sign: &str) -> bool {
        !self.entry().named && self.entry().kind == sign
    }

    /// Whether it is one word or sign of the text. Keywords amid a syntax error may pass for names.
    pub(super) fn is_token(self) -> bool {
        let leaf = self.entry().after == self.index + 1 && self.start() < self.end();
        leaf && (!self.entry().named || self.entry().kind == "identifier")
    }

    /// Its text.
    pub(super) fn text(self) -> &'a str {
        &self.source.text[self.start()..self.end()]
    }

    pub(super) fn start(self) -> usize {
        self.entry().start
    }

    pub(super) fn end(self) -> usize {
        self.entry().end
    }

    /// Its name among the children of its parent.
    pub(super) fn field_name(self) -> Option<&'static str> {
        self.entry().field
    }

    /// What it is a part of.
    pub(super) fn parent(self) -> Option<Self> {
        (self.index > 0).then(|| self.at(self.entry().parent))
    }

    /// Its parts.
    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        let mut next = self.index + 1;
        let end = self.entry().after;
        std::iter::from_fn(move || {
            let child = (next < end).then(|| self.at(next))?;
            next = child.entry().after;
            Some(child)
        })
    }

    /// Its parts that are neither keywords nor signs nor comments.
    pub(super) fn parts(self) -> impl Iterator<Item = Self> {
        let filler = |node: &Self| node.is("comment") || node.is("line_continuation");
        self.children().filter(move |node| node.entry().named && !filler(node))
    }

    /// The part of this name.
    pub(super) fn field(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.field_name() == Some(name))
    }

    /// All that is in it, parents first; itself left out.
    pub(super) fn descendants(self) -> impl Iterator<Item = Self> {
        (self.index + 1..self.entry().after).map(move |index| self.at(index))
    }

    /// Whether another node is in it, or is it.
    pub(super) fn contains(self, other: Self) -> bool {
        (self.index..self.entry().after).contains(&other.index)
    }

    /// Whether a syntax error is in it.
    pub(super) fn has_error(self) -> bool {
        let before = self.source.errors.partition_point(|&error| error < self.index);
        self.source.errors.get(before).is_some_and(|&error| error < self.entry().after)
    }

    /// The function or lambda in whose body it stands: it runs when that is called.
    pub(super) fn body_of(self) -> Option<Self> {
        self.source.bodies[self.index].map(|index| self.at(index))
    }

    /// Which line, from zero, it begins in.
    pub(super) fn line(self) -> usize {
        self.source.line_of(self.start())
    }

    /// Whether only blanks stand before it in its line.
    pub(super) fn begins_its_line(self) -> bool {
        self.start() <= self.source.lines[self.line()].code
    }

    /// What stands before it in its line.
    pub(super) fn text_before_in_line(self) -> &'a str {
        &self.source.text[self.source.lines[self.line()].start..self.start()]
    }

    /// How far its line is indented, in Python's eyes.
    pub(super) fn indent(self) -> usize {
        self.source.lines[self.line()].indent
    }

    /// The called name, where it is the call of a plain name.
    pub(super) fn called_name(self) -> Option<&'a str> {
        if !self.is("call") {
            return None;
        }
        self.field("function").filter(|function| function.is("identifier")).map(Self::text)
    }

    /// Its first line as a place.
    pub(super) fn place(self) -> Place {
        let line = self.line();
        let (start, text) = (self.source.lines[line].start, self.source.line(line));
        let part = self.start() - start..(self.end() - start).min(text.len());
        Place::new(line + 1, text, part)
    }
}
