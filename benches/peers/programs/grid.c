#include <stdio.h>
#include <string.h>

#define COLUMNS 8
#define ROWS 6

static char grid[ROWS][COLUMNS];

static void show(void) {
    for (int row = ROWS - 1; row >= 0; row--) {
        printf("|%.*s|\n", COLUMNS, grid[row]);
    }
}

static int drop(const char *line, char mark) {
    if (strlen(line) != 1 || line[0] < '0' || line[0] >= '0' + COLUMNS) {
        return 0;
    }
    int column = line[0] - '0';
    for (int row = 0; row < ROWS; row++) {
        if (grid[row][column] == '.') {
            grid[row][column] = mark;
            return 1;
        }
    }
    return 0;
}

int main(void) {
    char line[100];
    char mark = 'X';
    memset(grid, '.', sizeof grid);
    show();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!drop(line, mark)) {
            printf("Invalid move\n");
            continue;
        }
        show();
        mark = mark == 'X' ? 'O' : 'X';
    }
    printf("The game ends\n");
    return 0;
}
