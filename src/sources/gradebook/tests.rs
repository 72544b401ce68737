//! The gradebook of each LMS, filled with marks.

use super::{Column, Conversion, Error, Gradebook, Mark, Remark, Whose};
use crate::points::Points;
use crate::submission::{Id, IdKind, Lms, Student};
use crate::untrusted::Untrusted;

const ANY: Column = Column { asked: None, titles: ["Homework 1", "hw1"] };

fn student(name: &str, ids: &[(IdKind, &str)]) -> Student {
    let ids = ids.iter().map(|(kind, text)| Id { kind: *kind, text: (*text).into() });
    Student::called(name, ids.collect())
}

/// Fills a gradebook with marks out of 100, and returns its text and the remarks.
fn filled(gradebook: &str, marks: &[(&Student, Option<&str>)]) -> (String, Vec<Untrusted>) {
    let marks: Vec<Mark> = marks
        .iter()
        .map(|(student, points)| Mark {
            student: (*student).clone(),
            points: points.map(|points| points.parse().unwrap()),
            comment: "<b>well\"</b>, done".to_owned(),
        })
        .collect();
    let gradebook = Gradebook::read(gradebook.as_bytes(), None, ANY).unwrap();
    let filled = gradebook.fill(&marks, Points::whole(100), Conversion::None);
    let remarks = filled.remarks.iter().map(Remark::sentence).collect();
    (String::from_utf8(filled.content).unwrap(), remarks)
}

const CANVAS: &str = "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (98765),Final Score\r\n    \
    Points Possible,,,,,100.00,(read only)\r\n\"Doe, Jane\",4321,0042,jdoe,CS101-A,,77\r\n\
    =cmd|' /C calc'!A0,22,,,CS101-A,EX,\r\n\"Roe, Rick\",23,0042b,rroe,\"CS101-A\",\"12\",1\r\n";

#[test]
fn canvas_is_filled_by_its_number() {
    let jane = student("doejane", &[(IdKind::Lms, "4321")]);
    let (text, remarks) = filled(CANVAS, &[(&jane, Some("87.5"))]);
    assert_eq!(text, CANVAS.replace("CS101-A,,77", "CS101-A,87.5,77"));
    let left = [
        "=cmd|' /C calc'!A0 is in the gradebook and handed in nothing",
        "Roe, Rick is in the gradebook and handed in nothing",
    ];
    assert_eq!(remarks, left);
}

#[test]
fn who_is_excused_or_has_another_mark_is_named() {
    let excused = student("cmd", &[(IdKind::Lms, "22")]);
    let rick = student("roerick", &[(IdKind::Lms, "23")]);
    let (text, remarks) = filled(CANVAS, &[(&excused, Some("3")), (&rick, Some("13"))]);
    assert_eq!(text, CANVAS.replace("\"12\"", "\"13\""));
    assert_eq!(remarks[0], "cmd (22) is excused in the gradebook, and stays so");
    assert_eq!(remarks[1], "roerick (23) had another mark before: 12");
}

#[test]
fn an_id_of_another_kind_is_another_id() {
    let other = student("Somebody", &[(IdKind::School, "4321")]);
    let (text, remarks) = filled(CANVAS, &[(&other, Some("87.5"))]);
    assert_eq!(text, CANVAS);
    assert_eq!(remarks[0], "Somebody (4321) is not in the gradebook");
}

#[test]
fn a_name_counts_only_where_no_id_can_be_compared() {
    let by_name = student("Jane Doe", &[(IdKind::Email, "jane@example.edu")]);
    assert!(filled(CANVAS, &[(&by_name, Some("87.5"))]).0.contains("CS101-A,87.5,77"));
    let namesake = student("Jane Doe", &[(IdKind::School, "0043")]);
    let (text, remarks) = filled(CANVAS, &[(&namesake, Some("87.5"))]);
    assert_eq!(text, CANVAS);
    assert_eq!(remarks[0], "Jane Doe (0043) is not in the gradebook");
}

#[test]
fn what_is_ambiguous_is_left_and_named() {
    let twice = CANVAS.replace(",23,", ",4321,");
    let jane = student("doejane", &[(IdKind::Lms, "4321")]);
    let (text, remarks) = filled(&twice, &[(&jane, Some("87.5"))]);
    assert_eq!(text, twice);
    assert_eq!(
        remarks[0],
        "doejane (4321) cannot be told apart from others: line 3 and line 5 of the gradebook"
    );
    // There are two students with the same name, and one row with that name.
    let one = student("Jane Doe", &[]);
    let (text, remarks) = filled(CANVAS, &[(&one, Some("1")), (&one.clone(), Some("2"))]);
    assert_eq!(text, CANVAS);
    assert_eq!(remarks[..2], ["Jane Doe cannot be told apart from others: line 3 of the gradebook"; 2]);
    // The ids of one student are in two rows.
    let torn = student("doejane", &[(IdKind::Lms, "4321"), (IdKind::Login, "rroe")]);
    assert_eq!(filled(CANVAS, &[(&torn, Some("1"))]).0, CANVAS);
}

#[test]
fn who_has_no_mark_keeps_an_empty_cell_and_is_named() {
    let jane = student("doejane", &[(IdKind::Lms, "4321")]);
    let (text, remarks) = filled(CANVAS, &[(&jane, None)]);
    assert_eq!(text, CANVAS);
    assert_eq!(remarks[0], "doejane (4321) has no mark yet: it is not graded, or to be marked by hand");
}

#[test]
fn a_name_that_is_not_that_of_its_number_is_a_groups_at_canvas() {
    let gradebook =
        Gradebook::read(CANVAS.replace("Doe, Jane", "van der Doe, Jane Lea").as_bytes(), None, ANY).unwrap();
    let whose = |name: &str, number: &str| gradebook.whose(&student(name, &[(IdKind::Lms, number)]));
    for own in ["vanderdoejanelea", "janeleavanderdoe", "4321"] {
        assert_eq!(whose(own, "4321"), Whose::TheirOwn, "{own}");
    }
    for group in ["teamred", "janedoe"] {
        assert_eq!(whose(group, "4321"), Whose::Group("van der Doe, Jane Lea".into()), "{group}");
    }
    assert_eq!(whose("teamred", "99"), Whose::TheirOwn);
}

#[test]
fn moodle_is_filled_by_the_number_of_the_participant() {
    let sheet = "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum Grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\n\
        \"Participant 12345\",\"Jane Doe\",jane@example.edu,\"Submitted for grading - \",,80.00,Yes,\"Sunday, 1 March 2026, 11:59 PM\",-,\n\
        \"Participant 12346\",\"Jane Doe\",j@example.edu,\"Submitted for grading - \",,80.00,No,\"Sunday, 1 March 2026, 11:59 PM\",-,\n";
    let one = student("Jane Doe", &[(IdKind::Lms, "12345")]);
    let other = student("Jane Doe", &[(IdKind::Lms, "12346")]);
    let (text, remarks) = filled(sheet, &[(&one, Some("90")), (&other, Some("1"))]);
    let commented = sheet.replacen("PM\",-,\n", "PM\",-,\"<b>well\"\"</b>, done\"\n", 1);
    assert_eq!(text, commented.replace(" - \",,80.00,Yes", " - \",90,80.00,Yes"));
    // A comment that somebody has written stays.
    let by_hand = sheet.replacen("PM\",-,\n", "PM\",-,See me\n", 1);
    let (text, _) = filled(&by_hand, &[(&one, Some("90"))]);
    assert_eq!(text, by_hand.replace(" - \",,80.00,Yes", " - \",90,80.00,Yes"));
    assert_eq!(
        remarks,
        [
            "it counts from 80 points, and the spec from 100: marks are not converted; `--scale` converts them",
            "Jane Doe (12345) has 90, which is more than the 80 points of the gradebook",
            "Jane Doe (12346) has a grade that cannot be changed",
        ]
    );
}

#[test]
fn moodle_in_another_language_needs_the_name_of_the_column() {
    let sheet = "ID,\"Vollständiger Name\",Status,Bewertung\n\"Teilnehmer/in 12345\",\"Jane Doe\",-,\n";
    let read = |downloaded, asked| Gradebook::read(sheet.as_bytes(), downloaded, Column { asked, ..ANY });
    assert!(matches!(read(Some(Lms::Moodle), None), Err(Error::UnknownHeader { .. })));
    assert!(matches!(read(None, Some("Bewertung")), Err(Error::UnknownHeader { .. })));
    let jane = student("Jane Doe", &[(IdKind::Lms, "12345")]);
    let gradebook = read(Some(Lms::Moodle), Some("Bewertung")).unwrap();
    let filled = gradebook.fill(
        &[Mark { student: jane, points: Some(Points::whole(7)), comment: String::new() }],
        Points::whole(10),
        Conversion::None,
    );
    assert_eq!(filled.content, sheet.replace("-,\n", "-,7\n").as_bytes());
}

#[test]
fn the_maxima_of_canvas_are_found_below_a_row_of_posting_policies() {
    let policy = "    Points Possible,,,,,10.00,(schreibgeschützt)\r\n";
    let text = CANVAS.replace("    Points Possible,,,,,100.00,(read only)\r\n", policy);
    for (word, header) in [("Manual Posting", "Student,"), ("Muted", "Student,"), ("Muted", "FirstName,")] {
        let text = text.replace("    Points", &format!(",,,,,{word},\r\n    Points"));
        let text = match header {
            "Student," => text,
            _ => {
                let rows = text.lines().skip(1).map(|row| match row.split_once("\",") {
                    Some((name, rest)) => format!("{},{rest}\r\n", &name[1..]).replacen(", ", ",", 1),
                    None => format!("{}\r\n", row.replacen(',', ",,", 1)),
                });
                let head = CANVAS.lines().next().unwrap().replace("Student,", "LastName,FirstName,");
                format!("{head}\r\n{}", rows.collect::<String>())
            }
        };
        let jane = student("doejane", &[(IdKind::Lms, "4321")]);
        let (filled, remarks) = filled(&text, &[(&jane, Some("70"))]);
        assert_eq!(filled, text.replace("CS101-A,,77", "CS101-A,70,77"));
        assert_eq!(
            remarks[..2],
            [
                "it counts from 10 points, and the spec from 100: marks are not converted; `--scale` converts \
                 them",
                "doejane (4321) has 70, which is more than the 10 points of the gradebook"
            ]
        );
        let by_name = student("Jane Doe", &[]);
        let gradebook = Gradebook::read(text.as_bytes(), None, ANY).unwrap();
        let name = |student: &Student| gradebook.known(student).unwrap().name;
        assert_eq!((name(&jane).is_some(), name(&by_name)), (true, None), "{text}");
        let mark = |points: &str| Mark {
            student: by_name.clone(),
            points: points.parse().ok(),
            comment: String::new(),
        };
        let scaled = gradebook.fill(&[mark("72.5")], Points::whole(80), Conversion::ToMaximum);
        assert_eq!(scaled.content, text.replace("CS101-A,,77", "CS101-A,9.06,77").as_bytes());
        assert_eq!(
            scaled.remarks[0].sentence(),
            "it counts from 10 points, and the spec from 80: marks are converted"
        );
    }
}

#[test]
fn a_gradebook_that_tells_no_maximum_is_said_to() {
    let text = CANVAS.replace("    Points Possible,,,,,100.00,(read only)\r\n", "");
    let jane = student("doejane", &[(IdKind::Lms, "4321")]);
    let (_, remarks) = filled(&text, &[(&jane, Some("70"))]);
    assert_eq!(remarks[0], "it does not tell what can be earned in its column; the spec counts from 100");
    let gradebook = Gradebook::read(text.as_bytes(), None, ANY).unwrap();
    assert!(!gradebook.tells_maximum());
    let mark = Mark { student: jane, points: Some(Points::whole(70)), comment: String::new() };
    let scaled = gradebook.fill(&[mark], Points::whole(100), Conversion::ToMaximum);
    assert_eq!((scaled.content, scaled.marks), (text.into_bytes(), 0));
}

#[test]
fn who_is_not_assigned_keeps_the_cell() {
    let text = CANVAS.replace("CS101-A,,77", "CS101-A,N/A,77");
    let jane = student("doejane", &[(IdKind::Lms, "4321")]);
    let (filled, remarks) = filled(&text, &[(&jane, Some("70"))]);
    assert_eq!(filled, text);
    assert_eq!(remarks[0], "doejane (4321) is not assigned this in the gradebook (`N/A`), and keeps that");
}

#[test]
fn decimal_commas_are_written_where_the_file_has_them() {
    let jane = student("Jane Doe", &[(IdKind::Lms, "4321"), (IdKind::Login, "jdoe")]);
    for (before, after) in [
        (
            "Student;ID;Section;Homework 1 (98765)\n    Points Possible;;;100,00\n\"Doe, Jane\";4321;A;\n",
            ";A;87,5\n",
        ),
        (
            "Student,ID,Section,Homework 1 (98765)\n    Points Possible,,,\"100,00\"\nDoe,4321,A,\n",
            ",A,\"87,5\"\n",
        ),
        ("Student;ID;Section;Homework 1 (98765)\n    Points Possible;;;100\nDoe;4321;A;\n", ";A;87,5\n"),
        ("Student;ID;Section;Homework 1 (98765)\n    Points Possible;;;100.00\nDoe;4321;A;\n", ";A;87.5\n"),
        (
            "OrgDefinedId;Username;Homework 1 Points Grade <Numeric MaxPoints:100,0 Weight:5>;\
             End-of-Line Indicator\n#1;#jdoe;;#\n",
            ";87,5;#\n",
        ),
    ] {
        let (text, remarks) = filled(before, &[(&jane, Some("87.5"))]);
        assert!(text.ends_with(after), "{text}");
        assert!(remarks.is_empty(), "{remarks:?}");
    }
    let same = "Student;ID;Section;Homework 1 (98765)\n    Points Possible;;;100,00\nDoe;4321;A;87,50\n";
    assert!(filled(same, &[(&jane, Some("87.5"))]).1.is_empty());
}

#[test]
fn worksheets_and_gradebooks_in_other_languages_are_told_by_what_they_hold() {
    let jane = student("Jane Doe", &[(IdKind::Lms, "12345")]);
    let by_address = student("J. D.", &[(IdKind::Email, "jane@example.edu")]);
    for header in [
        "ID,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,\"Bewertung kann geändert werden\"",
        "Identifiant,\"Nom complet\",\"Adresse de courriel\",Statut,Note,\"Note maximale\",\"La note peut être modifiée\"",
        "Identificador,\"Nome completo\",\"Endereço de email\",Status,Nota,\"Nota máxima\",\"Nota pode ser alterada\"",
        "識別子,姓名,メールアドレス,ステータス,評点,最大評点,評点の変更が可能",
        "الهوية,الاسم,البريد,الحالة,الدرجة,\"الدرجة القصوى\",\"يمكن تغيير الدرجة\"",
    ] {
        let text = format!(
            "{header}\n\"Teilnehmer/in 12345\",\"Jane Doe\",jane@example.edu,-,,\"100,00\",Ja\n\
             \"مشارك 12346\",\"Rick Roe\",rick@example.edu,-,\"3,50\",\"100,00\",Ja\n"
        );
        let expected = text.replacen("-,,", "-,\"87,5\",", 1);
        for student in [&jane, &by_address] {
            assert_eq!(filled(&text, &[(student, Some("87.5"))]).0, expected);
        }
    }
    let jane = student("jdoe3", &[(IdKind::Login, "jdoe3")]);
    for header in [
        "\"Nachname\"\t\"Vorname\"\t\"Benutzername\"\t\"Studenten-ID\"\t\"Homework 1 [Gesamtpunkte: 100 Ergebnis] |12345\"",
        "\"Apellidos\"\t\"Nombre\"\t\"Nombre de usuario\"\t\"ID de estudiante\"\t\"Homework 1 [Total de puntos: hasta 100 Puntuación] |12345\"",
    ] {
        let text = format!("{header}\n\"Doe\"\t\"Jane\"\t\"jdoe3\"\t\"77\"\t\"\"\n");
        let (filled, remarks) = filled(&text, &[(&jane, Some("87.5"))]);
        assert_eq!(filled, text.replace("\t\"\"\n", "\t\"87.5\"\n"));
        assert!(remarks.is_empty(), "{remarks:?}");
    }
}

#[test]
fn brightspace_is_filled_by_login_school_number_or_the_only_name() {
    let export = "OrgDefinedId,Username,Last Name,First Name,Homework 1 Points Grade <Numeric MaxPoints:100 Weight:5>,End-of-Line Indicator\r\n\
        #112233445,#cbrown,Brown,Charlie,,#\r\n#0099,#jdoe,Doe,John,,#\r\n";
    let charlie = student("Charlie Brown", &[(IdKind::Lms, "13394")]);
    let john = student("J. D.", &[(IdKind::School, "0099")]);
    let (text, remarks) = filled(export, &[(&charlie, Some("95")), (&john, Some("9.25"))]);
    assert_eq!(text, export.replace("Charlie,,#", "Charlie,95,#").replace("John,,#", "John,9.25,#"));
    assert!(remarks.is_empty(), "{remarks:?}");
}

#[test]
fn blackboard_is_filled_by_the_username() {
    let export = "\u{feff}\"Last Name\",\"First Name\",\"Username\",\"Student ID\",\"Homework 1 [Total Pts: 100 Score] |12345\"\n\
        \"Doe\",\"Jane\",\"jdoe3\",\"77\",\"\"\n";
    let jane = student("jdoe3", &[(IdKind::Login, "jdoe3")]);
    let (text, remarks) = filled(export, &[(&jane, Some("87.5"))]);
    assert_eq!(text, export.replace("\"77\",\"\"", "\"77\",\"87.5\""));
    assert!(remarks.is_empty(), "{remarks:?}");
}

#[test]
fn comments_go_where_a_table_in_any_language_has_room_for_them() {
    let jane = student("Jane Doe", &[(IdKind::Lms, "12345"), (IdKind::Login, "jdoe3")]);
    let comment = "\"<b>well\"\"</b>, done\"";
    for (table, expected) in [
        (
            "Last Name,First Name,Username,Student ID,Homework 1 [Total Pts: 100 Score] |1,Grading Notes,Notes Format,Feedback to Learner,Feedback Format\n\
             Doe,Jane,jdoe3,77,,mine,SMART_TEXT,,\n",
            "77,87.5,mine,SMART_TEXT,COMMENT,HTML\n",
        ),
        (
            "Nachname,Vorname,Benutzername,Studenten-ID,Homework 1 [Gesamtpunkte: 100 Ergebnis] |1,Notizen,Format,Feedback,Format\n\
             Doe,Jane,jdoe3,77,,,,,\n",
            "77,87.5,,,COMMENT,HTML\n",
        ),
        // Somebody has written a comment.
        (
            "Last Name,First Name,Username,Homework 1 [Total Pts: 100 Score] |1,Feedback to Learner,Feedback Format\n\
             Doe,Jane,jdoe3,,see me,PLAIN_TEXT\n",
            "jdoe3,87.5,see me,PLAIN_TEXT\n",
        ),
        // Behind the column are those of other assignments.
        (
            "Nachname,Vorname,Benutzername,Homework 1 [P: 100] |1,A [P: 1] |2,B [P: 1] |3,C [P: 1] |4,D [P: 1] |5\n\
             Doe,Jane,jdoe3,,,,,\n",
            "jdoe3,87.5,,,,\n",
        ),
        (
            "ID,Name,E-Mail,Status,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet,Kommentar\n\
             Teilnehmer/in 12345,Jane Doe,j@example.edu,-,,100.00,Ja,\"Sonntag, 1. März 2026, 23:59\",-,\n",
            "-,87.5,100.00,Ja,\"Sonntag, 1. März 2026, 23:59\",-,COMMENT\n",
        ),
        // Without comments, the last column is a time.
        (
            "ID,Name,E-Mail,Status,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet\n\
             Teilnehmer/in 12345,Jane Doe,j@example.edu,-,,100.00,Ja,-,-\n",
            "-,87.5,100.00,Ja,-,-\n",
        ),
    ] {
        let (filled, _) = filled(table, &[(&jane, Some("87.5"))]);
        assert!(filled.ends_with(&expected.replace("COMMENT", comment)), "{filled}");
    }
}

const SAKAI: &str = "\"Homework 1; and more\",\"Points\"\r\n\r\n\"Anzeige-ID\",\"ID\",\"Nachname\",\"Vorname\",\"Note\",\"Abgabe\",\"Verspätet\"\r\n\
    \"jdoe\",\"jdoe\",\"Doe\",\"Jane\",\"\",\"2026-03-01T20:00:00Z\",\"\"\r\n\"broe\",\"broe\",\"Roe\",\"Bob\",\"\",\"\",\"\"\r\n";

#[test]
fn sakai_is_filled_by_the_username_below_its_title() {
    let jane = student("Doe, Jane", &[(IdKind::Login, "jdoe")]);
    for table in [
        SAKAI.to_owned(),
        SAKAI.replace("\",\"\",\"2026-03-01T20:00:00Z\",\"\"", "\",\"\"").replace(",\"\",\"\"\r\n", "\r\n"),
    ] {
        let gradebook = Gradebook::read(table.as_bytes(), Some(Lms::Sakai), ANY).unwrap();
        assert_eq!((gradebook.lms(), gradebook.tells_maximum()), (Lms::Sakai, false));
        let mark = Mark { student: jane.clone(), points: "87.5".parse().ok(), comment: String::new() };
        let filled = gradebook.fill(&[mark], Points::whole(100), Conversion::None);
        let expected = table.replacen("\"Jane\",\"\"", "\"Jane\",\"87.5\"", 1);
        assert_eq!(String::from_utf8(filled.content).unwrap(), expected);
        let remarks: Vec<Untrusted> = filled.remarks.iter().map(Remark::sentence).collect();
        assert_eq!(remarks[1..], ["Bob Roe is in the gradebook and handed in nothing"]);
    }
    // Only its own words tell it where the submissions are of another system.
    let read = |table: &str| Gradebook::read(table.as_bytes(), None, ANY).map(|gradebook| gradebook.lms());
    assert_eq!(read(SAKAI), Ok(Lms::Sakai));
    assert!(matches!(read(&SAKAI.replace("\"ID\"", "\"Kennung\"")), Err(Error::UnknownHeader { .. })));
}

#[test]
fn a_group_at_sakai_has_one_row_and_one_mark() {
    let table = "\"Homework 1\",\"Points\"\n\n\"Group\",\"ID\",\"Members\",\"grade\"\n\"Red\",\"0b9c\",\"Ann Lee; Jan Poe\",\"\"\n";
    let member = |name: &str, points: &str| Mark {
        student: student(name, &[(IdKind::Login, name), (IdKind::Lms, "0b9c")]),
        points: points.parse().ok(),
        comment: String::new(),
    };
    let fill = |marks: &[Mark]| {
        let gradebook = Gradebook::read(table.as_bytes(), None, ANY).unwrap();
        let filled = gradebook.fill(marks, Points::whole(100), Conversion::None);
        (String::from_utf8(filled.content).unwrap(), filled.marks, filled.remarks.len())
    };
    let filled = table.replace("Poe\",\"\"", "Poe\",\"7\"");
    assert_eq!(fill(&[member("ann", "7"), member("jan", "7")]), (filled, 1, 1));
    // Who was late alone has another mark.
    assert_eq!(fill(&[member("ann", "7"), member("jan", "3")]), (table.to_owned(), 0, 3));
}

#[test]
fn a_column_that_is_not_told_is_an_error_that_names_the_candidates() {
    let two = "Student,ID,Section,Homework 1 (1),Homework 2 (2)\nx,1,s,,\n";
    let read = |text: &str, asked, titles| {
        Gradebook::read(text.as_bytes(), None, Column { asked, titles }).map(|gradebook| gradebook.column())
    };
    assert_eq!(read(two, None, ["homework 2", "hw2"]).unwrap(), "Homework 2 (2)");
    assert_eq!(read(two, Some("Homework 1"), ["", ""]).unwrap(), "Homework 1 (1)");
    assert_eq!(read(two, Some("Homework 1 (1)"), ["", ""]).unwrap(), "Homework 1 (1)");
    let error = read(two, None, ["Exercise", "ex"]).unwrap_err();
    let expected = "it does not tell which column is this assignment's\nhelp: name one of `Homework 1 (1)`, \
                    `Homework 2 (2)` with `--column`, such as `--column 'Homework 1 (1)'`";
    assert_eq!(error.message(), expected);
    let error = read(two, Some("Homework 3"), ["", ""]).unwrap_err();
    assert!(error.message().contains(&"it has no column `Homework 3`"), "{error:?}");
    assert!(matches!(read("a,b\n1,2\n", None, ["", ""]), Err(Error::UnknownHeader { .. })));
}
