#include <iostream>
#include <string>
#include <vector>

const int COLUMNS = 8;
const int ROWS = 6;

class Grid {
    std::vector<std::string> rows = std::vector<std::string>(ROWS, std::string(COLUMNS, '.'));

public:
    void show() const {
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            std::cout << '|' << *row << "|\n";
        }
    }

    bool drop(const std::string &line, char mark) {
        if (line.size() != 1 || line[0] < '0' || line[0] >= '0' + COLUMNS) {
            return false;
        }
        for (auto &row : rows) {
            char &cell = row[line[0] - '0'];
            if (cell == '.') {
                cell = mark;
                return true;
            }
        }
        return false;
    }
};

int main() {
    Grid grid;
    char mark = 'X';
    grid.show();
    for (std::string line; std::getline(std::cin, line);) {
        if (!grid.drop(line, mark)) {
            std::cout << "Invalid move\n";
            continue;
        }
        grid.show();
        mark = mark == 'X' ? 'O' : 'X';
    }
    std::cout << "The game ends\n";
}
