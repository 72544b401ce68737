import java.util.Arrays;
import java.util.Scanner;

public class Grid {
    static final int COLUMNS = 8;
    static final int ROWS = 6;

    private final char[][] rows = new char[ROWS][COLUMNS];

    Grid() {
        for (char[] row : rows) {
            Arrays.fill(row, '.');
        }
    }

    void show() {
        for (int row = ROWS - 1; row >= 0; row--) {
            System.out.println("|" + new String(rows[row]) + "|");
        }
    }

    boolean drop(String line, char mark) {
        if (line.length() != 1 || line.charAt(0) < '0' || line.charAt(0) >= '0' + COLUMNS) {
            return false;
        }
        int column = line.charAt(0) - '0';
        for (char[] row : rows) {
            if (row[column] == '.') {
                row[column] = mark;
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) {
        Grid grid = new Grid();
        char mark = 'X';
        grid.show();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            if (!grid.drop(in.nextLine(), mark)) {
                System.out.println("Invalid move");
                continue;
            }
            grid.show();
            mark = mark == 'X' ? 'O' : 'X';
        }
        System.out.println("The game ends");
    }
}
