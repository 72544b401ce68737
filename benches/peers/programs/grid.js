const COLUMNS = 8;
const ROWS = 6;

const grid = Array.from({ length: ROWS }, () => Array(COLUMNS).fill("."));

function show() {
    for (const row of [...grid].reverse()) {
        console.log(`|${row.join("")}|`);
    }
}

function drop(line, mark) {
    const column = Number(line);
    if (line.length !== 1 || line < "0" || line > "9" || column >= COLUMNS) {
        return false;
    }
    const row = grid.find((row) => row[column] === ".");
    if (row === undefined) {
        return false;
    }
    row[column] = mark;
    return true;
}

const lines = require("fs").readFileSync(0, "utf8").split("\n");
if (lines[lines.length - 1] === "") {
    lines.pop();
}
let mark = "X";
show();
for (const line of lines) {
    if (!drop(line, mark)) {
        console.log("Invalid move");
        continue;
    }
    show();
    mark = mark === "X" ? "O" : "X";
}
console.log("The game ends");
