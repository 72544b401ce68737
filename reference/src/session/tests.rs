//! x
use crate::*;
#[test]
fn try_it() {
    let text = std::fs::read_to_string("/tmp/y/ref/try.txt").unwrap();
    let key = std::fs::read_to_string("/tmp/y/ref/key.txt").unwrap();
    let lines: Vec<String> = text
        .split("\n---\n")
        .flat_map(|it| {
            if it.contains("\n ") { vec![it.to_owned()] } else { it.lines().map(str::to_owned).collect() }
        })
        .collect();
    let r = find(key.trim()).unwrap();
    let answers = r.session(r.modules()[0], &lines, &[], &Readings::default());
    match answers {
        Ok(a) => {
            for (l, a) in lines.iter().zip(a) {
                println!(">>> {l}\n{}{:?} {:?}", a.printed, a.value, a.raised)
            }
        }
        Err(e) => println!("{e:?} {}", lines[e.line]),
    }
}
