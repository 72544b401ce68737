//! That no answer is right which says less than the expected one: for values of every shape, in every language.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use yardstick_reference::Value;

use super::values::divergence;
use crate::session::Notation;
use crate::spec::{Tolerance, ValueRelaxation};
use crate::trace::SessionEnd;
use yardstick_assignment::python::decode_records;

/// Stands for the number of an object until all of them are numbered.
const NUMBER: &str = "number";

/// The value of an answer with this record; `None` if it is no result.
fn decoded(notation: Notation, value: &Json) -> Option<Value> {
    let records = format!("{{\"imported\": true}}\n{}\n", json!({ "value": value, "printed": "" }));
    let trace = decode_records(records.as_bytes(), 1, SessionEnd::Code(0), notation.content_of());
    trace.answers.into_iter().next()?.value
}

fn text() -> impl Strategy<Value = String> {
    "[a-z]{1,4}"
}

fn integer() -> impl Strategy<Value = Json> {
    (1_u32..1000).prop_map(|number| json!(["int", format!("{number:x}")]))
}

fn real() -> impl Strategy<Value = Json> {
    (-1e3_f64..1e3).prop_map(|number| json!(["float", format!("{:016x}", number.to_bits())]))
}

fn typed(class: impl Into<String>, content: &Json) -> Json {
    json!(["object", class.into(), null, [], [], content])
}

/// The classes of a language whose objects are written with these contents.
fn with_integer(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["int64", "Level"],
        Notation::JavaScript => &["BigInt"],
        Notation::Java => {
            &["long", "short", "byte", "BigInteger", "AtomicInteger", "Optional", "OptionalInt"]
        }
        Notation::C => &["char", "unsigned int", "short", "unsigned char", "long long"],
        Notation::Cpp => {
            &["char", "long", "unsigned long", "std::optional", "std::unique_ptr", "std::atomic"]
        }
    }
}

fn with_real(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["float64"],
        Notation::JavaScript => &["Number"],
        Notation::Java => &["float", "OptionalDouble"],
        Notation::C | Notation::Cpp => &["float", "long double"],
    }
}

fn with_text(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["UserString"],
        Notation::JavaScript => &["String", "URLSearchParams"],
        Notation::Java => &["StringBuilder", "StringBuffer"],
        Notation::C => &[],
        Notation::Cpp => &["std::bitset"],
    }
}

fn with_items(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["deque", "array", "ndarray", "OrderedDict"],
        Notation::JavaScript => &["Uint8Array", "Iterator", "Buffer"],
        Notation::Java => &["List", "ArrayDeque", "Iterator", "IntStream", "BitSet"],
        Notation::C => &[],
        Notation::Cpp => &["std::vector", "std::list", "std::stack", "std::priority_queue"],
    }
}

fn with_pairs(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["Counter", "defaultdict"],
        Notation::JavaScript => &["Map"],
        Notation::Java | Notation::C => &[],
        Notation::Cpp => &["std::map", "std::unordered_map"],
    }
}

/// What has a text that says everything.
fn with_repr(notation: Notation) -> &'static [&'static str] {
    match notation {
        Notation::Python | Notation::Neutral => &["date", "Decimal", "Fraction", "UUID"],
        Notation::JavaScript => &["Date", "RegExp", "symbol"],
        Notation::Java => &["LocalDate", "BigDecimal", "UUID", "Date"],
        Notation::C => &["pointer"],
        Notation::Cpp => &["pointer", "std::strong_ordering"],
    }
}

fn one_of(classes: &'static [&'static str]) -> BoxedStrategy<String> {
    prop::sample::select(if classes.is_empty() { &["Own"] } else { classes }).prop_map(str::to_owned).boxed()
}

fn leaf(notation: Notation) -> BoxedStrategy<Json> {
    let with = |classes, content: BoxedStrategy<Json>| {
        (one_of(classes), content).prop_map(|(class, content)| typed(class, &content)).boxed()
    };
    let string = || text().prop_map(|text| json!(["str", text])).boxed();
    prop_oneof![
        integer(),
        real(),
        string(),
        Just(json!("true")),
        Just(json!("null")),
        Just(json!("none")),
        (text(), text()).prop_map(|(class, member)| json!(["enum", class, member])),
        with(with_integer(notation), integer().boxed()),
        with(with_real(notation), real().boxed()),
        with(with_text(notation), string()),
        (one_of(with_repr(notation)), text()).prop_map(|(class, repr)| json!([
            "object",
            class,
            repr,
            [],
            [],
            null
        ])),
        (0_usize..4).prop_map(|at| json!(["met", null, at])),
    ]
    .boxed()
}

/// The records of values, without the numbers of objects.
fn shape(notation: Notation) -> impl Strategy<Value = Json> {
    leaf(notation).prop_recursive(4, 24, 4, move |inner| {
        let items = || prop::collection::vec(inner.clone(), 1..4);
        let pairs = || {
            let pairs = prop::collection::btree_map(text(), inner.clone(), 1..4);
            pairs.prop_map(|all| {
                all.into_iter().map(|(key, value)| json!([["str", key], value])).collect::<Vec<_>>()
            })
        };
        let named = || {
            let fields = prop::collection::btree_map(text(), inner.clone(), 1..3);
            fields.prop_map(|all| all.into_iter().map(|(key, value)| json!([key, value])).collect::<Vec<_>>())
        };
        prop_oneof![
            items().prop_map(|items| json!(["list", items])),
            items().prop_map(|items| json!(["tuple", items])),
            items().prop_map(|items| json!(["set", items])),
            pairs().prop_map(|pairs| json!(["dict", pairs])),
            (one_of(with_items(notation)), items())
                .prop_map(|(class, items)| typed(class, &json!(["list", items]))),
            (one_of(with_pairs(notation)), pairs())
                .prop_map(|(class, pairs)| typed(class, &json!(["dict", pairs]))),
            (text(), named(), prop::option::of(items())).prop_map(|(class, fields, items)| {
                let content = items.map_or(Json::Null, |items| json!(["list", items]));
                json!(["object", class, null, fields, [], content, NUMBER])
            }),
        ]
    })
}

/// Numbers the objects of a record, in the order in which they are met.
fn numbered(shape: &Json) -> Json {
    let mut record = shape.clone();
    number(&mut record, &mut Vec::new());
    record
}

fn number(value: &mut Json, met: &mut Vec<Json>) {
    let Some(parts) = value.as_array_mut() else { return };
    match parts.first().and_then(Json::as_str) {
        Some("met") if parts[1].is_null() => {
            let at = parts[2].as_u64().unwrap() as usize;
            *value = match met.len() {
                0 => json!("null"),
                count => json!(["met", met[at % count], at % count + 1]),
            };
        }
        Some("object") => {
            if let Some(place) = parts.get_mut(6) {
                *place = json!(met.len() + 1);
                met.push(parts[1].clone());
            }
            for part in parts.iter_mut().skip(3) {
                number_all(part, met);
            }
        }
        _ => parts.iter_mut().for_each(|part| number_all(part, met)),
    }
}

/// Numbers what lies in lists, which may be values themselves.
fn number_all(part: &mut Json, met: &mut Vec<Json>) {
    let is_value = part.get(0).is_some_and(Json::is_string) && !is_pair(part);
    match part {
        _ if is_value => number(part, met),
        Json::Array(parts) => parts.iter_mut().for_each(|part| number_all(part, met)),
        _ => {}
    }
}

/// An attribute is its name and a value; its name could be the tag of one.
fn is_pair(part: &Json) -> bool {
    let tags = ["int", "float", "str", "list", "tuple", "set", "dict", "enum", "object", "met"];
    !part[0].as_str().is_some_and(|tag| tags.contains(&tag))
}

/// A record without what need not be there: a number, and a text of its own. Where an object lost its number, the others have
/// other ones.
fn bare(mut record: Json, are_numbers_kept: bool) -> Json {
    if let Some(parts) = record.as_array_mut() {
        if parts.first().is_some_and(|tag| tag == "met") && !are_numbers_kept {
            parts.truncate(2);
        }
        if parts.first().is_some_and(|tag| tag == "object") {
            parts.truncate(6);
            if parts.get(2).is_some_and(|repr| repr == "") {
                parts[2] = Json::Null;
            }
        }
        parts.iter_mut().for_each(|part| *part = bare(part.take(), are_numbers_kept));
    }
    record
}

/// The values inside a record, by their paths.
fn places(value: &Json, path: &str, found: &mut Vec<String>) {
    let Some(parts) = value.as_array() else {
        if value.is_string() && !path.is_empty() {
            found.push(path.to_owned());
        }
        return;
    };
    let child = |at: usize| format!("{path}/{at}");
    match parts.first().and_then(Json::as_str) {
        Some("list" | "tuple" | "set" | "dict") => {
            found.push(path.to_owned());
            for (at, item) in parts[1].as_array().unwrap().iter().enumerate() {
                match item[0].is_array() {
                    // A pair of a dictionary.
                    true => [0, 1].into_iter().for_each(|side| {
                        places(&item[side], &format!("{path}/1/{at}/{side}"), found);
                    }),
                    false => places(item, &format!("{path}/1/{at}"), found),
                }
            }
        }
        Some("object") => {
            found.push(path.to_owned());
            if let Some(attributes) = parts.get(3).and_then(Json::as_array) {
                for (at, pair) in attributes.iter().enumerate() {
                    places(&pair[1], &format!("{path}/3/{at}/1"), found);
                }
            }
            parts.get(5).into_iter().for_each(|content| places(content, &child(5), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// What says less than a value, or nothing at all.
fn emptier(value: &Json) -> Vec<Json> {
    let mut all = vec![
        json!("none"),
        json!("null"),
        json!("false"),
        json!(["int", ""]),
        json!(["int", "0"]),
        json!(["int", "-0"]),
        json!(["float", ""]),
        json!(["float", format!("{:016x}", f64::NAN.to_bits())]),
        json!(["float", format!("{:016x}", f64::INFINITY.to_bits())]),
        json!(["str", ""]),
        json!(["bytes", ""]),
        json!(["list", []]),
        json!(["tuple", []]),
        json!(["set", []]),
        json!(["dict", []]),
        json!(["up", 1]),
        json!(["object"]),
    ];
    let class = match value[0].as_str() {
        Some("object") => value[1].as_str().unwrap().to_owned(),
        Some("enum") => {
            all.push(json!(["enum", value[1], ""]));
            value[1].as_str().unwrap().to_owned()
        }
        _ => "value too large to compare".to_owned(),
    };
    all.push(json!(["object", class]));
    for content in [
        json!(null),
        json!("none"),
        json!("null"),
        json!(["int", ""]),
        json!(["str", ""]),
        json!(["list", []]),
    ] {
        for attributes in [json!([]), value.get(3).cloned().unwrap_or(json!([]))] {
            all.push(json!(["object", class, null, attributes, [], content]));
            all.push(json!(["object", class, null, attributes, [], content, NUMBER]));
            all.push(json!(["object", class, "", attributes, [], content, NUMBER]));
        }
    }
    (0..3).for_each(|at| all.push(json!(["met", class, at])));
    all
}

fn relaxations() -> [Vec<ValueRelaxation>; 2] {
    let near = ValueRelaxation::Numbers(Tolerance::of(1e-9));
    [Vec::new(), vec![ValueRelaxation::AnySequence, ValueRelaxation::AnyOrder, near]]
}

/// Whether a place of a value says something that is not nothing: then what says less is another value.
fn hold(notation: Notation, shape: &Json) -> Result<(), TestCaseError> {
    let right = numbered(shape);
    let expected = decoded(notation, &right);
    prop_assert!(expected.is_some(), "{right}");
    let expected = expected.unwrap();
    for relaxed in relaxations() {
        prop_assert_eq!(divergence(notation, &expected, &expected, &relaxed), None);
    }
    let mut found = Vec::new();
    places(shape, "", &mut found);
    for place in found {
        for less in emptier(shape.pointer(&place).unwrap()) {
            let is_met = less[0] == "met";
            let mut forged = shape.clone();
            *forged.pointer_mut(&place).unwrap() = less.clone();
            // With numbers that follow each other, and with those that stood there.
            let mut unnumbered = right.clone();
            *unnumbered.pointer_mut(&place).unwrap() = less;
            for forged in [numbered(&forged), unnumbered] {
                // It says as much.
                if bare(forged.clone(), is_met) == bare(right.clone(), is_met) {
                    continue;
                }
                let Some(actual) = decoded(notation, &forged) else { continue };
                for relaxed in relaxations() {
                    let divergence = divergence(notation, &expected, &actual, &relaxed);
                    prop_assert!(divergence.is_some(), "{notation:?} {relaxed:?}\n{right}\n{forged}");
                }
            }
        }
    }
    Ok(())
}

proptest! {
    // Each case is hundreds of values.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_says_less_than_the_expected_value_is_not_accepted(
        (notation, shape) in prop::sample::select(&Notation::ALL[..])
            .prop_flat_map(|notation| shape(notation).prop_map(move |shape| (notation, shape)))
    ) {
        hold(notation, &shape)?;
    }
}
