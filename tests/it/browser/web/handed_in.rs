//! What students drop on a page: a file of any name, several files, a folder in a zip file, a notebook.

use super::Page;
use crate::scratch::{GREETING, SOLUTION, Scratch, WITHOUT_COMMA};

/// A notebook with this one cell of code.
fn notebook(code: &str) -> String {
    let cell = serde_json::json!({ "cell_type": "code", "source": code, "metadata": {}, "outputs": [] });
    serde_json::json!({ "cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5 }).to_string()
}

#[test]
fn a_program_of_any_name_may_be_dropped() {
    let Some(mut page) = Page::open(Scratch::greeting().write("my work (2).py", SOLUTION), "spec.yaml")
    else {
        return;
    };
    let file = page.scratch.path("my work (2).py");
    let right = page.drop(&[file]);
    assert!(right.ends_with("are right"), "{right}");
    let told = page.text();
    assert!(told.contains("Hand it in as hello.py: what you chose is called my work (2).py."), "{told}");
    // It stands in the editor, to be changed there.
    assert_eq!(page.value("document.getElementById('editor').value"), SOLUTION);
    let wrong = page.check(WITHOUT_COMMA);
    assert!(wrong.ends_with("not right yet"), "{wrong}");
}

#[test]
fn a_program_and_its_module_may_be_dropped_together_or_in_a_zip_file() {
    let main = "from words import greet\nprint(greet(input('Name? ')))\n";
    let words = "def greet(name):\n    return f'Hello, {name}!'\n";
    let spec = GREETING.replace("files: [hello.py]", "files: [hello.py, words.py], entry: hello.py");
    let scratch = Scratch::greeting()
        .write("spec.yaml", spec)
        .write("hello.py", main)
        .write("words.py", words)
        .zip("mine.zip", &[("mine/hello.py", main), ("mine/words.py", words)])
        .zip("wrong.zip", &[("hello.py", main), ("words.py", &words.replace(',', ""))]);
    let Some(mut page) = Page::open(scratch, "spec.yaml") else { return };
    let files = ["hello.py", "words.py"].map(|name| page.scratch.path(name));
    let together = page.drop(&files);
    assert!(together.ends_with("are right"), "{together}: {}", page.text());
    let alone = page.drop(&files[..1]);
    assert!(!alone.ends_with("right"), "{alone}");
    let zip = page.scratch.path("mine.zip");
    let zipped = page.drop(&[zip]);
    assert!(zipped.ends_with("are right"), "{zipped}: {}", page.text());
    let zip = page.scratch.path("wrong.zip");
    let wrong = page.drop(&[zip]);
    assert!(wrong.ends_with("not right yet"), "{wrong}: {}", page.text());
}

#[test]
fn a_module_may_be_dropped_or_typed_where_the_program_around_it_is_supplied() {
    let words = "def greet(name):\n    return f'Hello, {name}!'\n";
    let spec =
        GREETING.replace("files: [hello.py]", "files: [words.py], supplied: [main.py], entry: main.py");
    let scratch = Scratch::greeting()
        .write(
            "spec.yaml",
            spec.replace("reference: { files: [solution.py] }", "reference: { files: [solution/words.py] }"),
        )
        .write("main.py", "from words import greet\nprint(greet(input('Name? ')))\n")
        .write("solution/words.py", words)
        .write("words.py", words);
    let Some(mut page) = Page::open(scratch, "spec.yaml") else { return };
    let file = page.scratch.path("words.py");
    let dropped = page.drop(&[file]);
    assert!(dropped.ends_with("are right"), "{dropped}: {}", page.text());
    let typed = page.check(&words.replace(',', ""));
    assert!(typed.ends_with("not right yet"), "{typed}: {}", page.text());
}

#[test]
fn a_notebook_may_be_dropped() {
    let spec = GREETING.replace("files: [hello.py]", "files: [hello.ipynb]");
    let scratch = Scratch::greeting()
        .write("spec.yaml", spec)
        .write("hello.ipynb", notebook(SOLUTION))
        .write("Untitled 7.ipynb", notebook(WITHOUT_COMMA));
    let Some(mut page) = Page::open(scratch, "spec.yaml") else { return };
    let file = page.scratch.path("hello.ipynb");
    let right = page.drop(&[file]);
    assert!(right.ends_with("are right"), "{right}: {}", page.text());
    let file = page.scratch.path("Untitled 7.ipynb");
    let wrong = page.drop(&[file]);
    assert!(wrong.ends_with("not right yet"), "{wrong}: {}", page.text());
    assert!(page.text().contains("Hello "), "{}", page.text());
}
