# Bug: A player begins with a score of 0, whatever score is given.
from enum import Enum
from typing import Optional


class Notation(Enum):
    EMPTY = 0
    PLAYER1 = 1
    PLAYER2 = 2


class Player:
    def __init__(self, playerName: str, playerNotation: Notation, curScore: int) -> None:
        self.__playerName = playerName
        self.__playerNotation = playerNotation
        self.__curScore = 0

    def display(self) -> str:
        details = f"Player Name: {self.__playerName}, Current Score: {self.__curScore}, Notation: {self.__playerNotation}"
        print(details)
        return details

    def addScoreByOne(self) -> None:
        self.__curScore += 1

    def getScore(self) -> int:
        return self.__curScore

    def getName(self) -> str:
        return self.__playerName

    def getNotation(self) -> Notation:
        return self.__playerNotation


class Board:
    def __init__(self, rowNum: int, colNum: int) -> None:
        self.__rowNum = rowNum
        self.__colNum = colNum
        self.__grid = []
        self.initGrid()

    def initGrid(self) -> None:
        self.__grid = [[Notation.EMPTY for _ in range(self.__colNum)] for _ in range(self.__rowNum)]

    def getColNum(self) -> int:
        return self.__colNum

    def placeMark(self, colNum: int, mark: Notation) -> bool:
        if colNum < 0 or colNum >= self.__colNum:
            print("column number is out of range")
            return False
        if self.__grid[0][colNum] != Notation.EMPTY:
            print("column is full")
            return False
        if mark == Notation.EMPTY:
            print("invalid marker")
            return False
        for row in range(self.__rowNum - 1, -1, -1):
            if self.__grid[row][colNum] == Notation.EMPTY:
                self.__grid[row][colNum] = mark
                return True
        return False

    def checkFull(self) -> bool:
        for row in self.__grid:
            if Notation.EMPTY in row:
                return False
        return True

    def display(self) -> None:
        boardStr = ""
        for row in self.__grid:
            for cell in row:
                if cell == Notation.EMPTY:
                    boardStr += "O"
                elif cell == Notation.PLAYER1:
                    boardStr += "R"
                elif cell == Notation.PLAYER2:
                    boardStr += "Y"
            boardStr += "\n"
        print("Current Board is\n" + boardStr)

    def __checkWinHorizontal(self, target: int) -> Optional[Notation]:
        for row in range(self.__rowNum):
            for col in range(self.__colNum - target + 1):
                first = self.__grid[row][col]
                if first == Notation.EMPTY:
                    continue
                if all(self.__grid[row][col + i] == first for i in range(target)):
                    return first
        return None

    def __checkWinVertical(self, target: int) -> Optional[Notation]:
        for col in range(self.__colNum):
            for row in range(self.__rowNum - target + 1):
                first = self.__grid[row][col]
                if first == Notation.EMPTY:
                    continue
                if all(self.__grid[row + i][col] == first for i in range(target)):
                    return first
        return None

    def __checkWinOneDiag(self, target: int, rowNum: int, colNum: int) -> Optional[Notation]:
        # from (rowNum, colNum) down to the right
        if rowNum + target > self.__rowNum or colNum + target > self.__colNum:
            return None
        first = self.__grid[rowNum][colNum]
        if first == Notation.EMPTY:
            return None
        for i in range(1, target):
            if self.__grid[rowNum + i][colNum + i] != first:
                return None
        return first

    def __checkWinAntiOneDiag(self, target: int, rowNum: int, colNum: int) -> Optional[Notation]:
        # from (rowNum, colNum) up to the right
        if rowNum - target + 1 < 0 or colNum + target > self.__colNum:
            return None
        first = self.__grid[rowNum][colNum]
        if first == Notation.EMPTY:
            return None
        for i in range(1, target):
            if self.__grid[rowNum - i][colNum + i] != first:
                return None
        return first

    def __checkWinDiagonal(self, target: int) -> Optional[Notation]:
        for row in range(self.__rowNum):
            for col in range(self.__colNum):
                winner = self.__checkWinOneDiag(target, row, col)
                if winner is None:
                    winner = self.__checkWinAntiOneDiag(target, row, col)
                if winner is not None:
                    return winner
        return None

    def checkWin(self, target: int) -> Optional[Notation]:
        winner = self.__checkWinHorizontal(target)
        if winner is None:
            winner = self.__checkWinVertical(target)
        if winner is None:
            winner = self.__checkWinDiagonal(target)
        return winner


class Game:
    def __init__(self, rowNum: int, colNum: int, connectN: int, targetScore: int, playerName1: str, playerName2: str) -> None:
        self.__board = Board(rowNum, colNum)
        self.__connectN = connectN
        self.__targetScore = targetScore
        player1 = Player(playerName1, Notation.PLAYER1, 0)
        player2 = Player(playerName2, Notation.PLAYER2, 0)
        self.__playerList = [player1, player2]
        self.__curPlayer = self.__playerList[0]

    def __playBoard(self, curPlayer: Player) -> None:
        isPlaced = False
        while not isPlaced:
            column = input("Please enter a column number: ")
            if not column.isdigit():
                print("Invalid input, please enter an integer.")
            elif len(column) > 1 and column[0] == "0":
                print("Invalid input, no leading zeros.")
            elif int(column) >= self.__board.getColNum():
                print("Invalid input, the column is not on the board.")
            else:
                isPlaced = self.__board.placeMark(int(column), curPlayer.getNotation())

    def __changeTurn(self) -> None:
        if self.__curPlayer == self.__playerList[0]:
            self.__curPlayer = self.__playerList[1]
        else:
            self.__curPlayer = self.__playerList[0]

    def playRound(self) -> None:
        curWinnerNotation = None
        self.__board.initGrid()
        self.__curPlayer = self.__playerList[0]
        print("Starting a new round")
        while curWinnerNotation is None:
            self.__curPlayer.display()
            self.__board.display()
            self.__playBoard(self.__curPlayer)
            curWinnerNotation = self.__board.checkWin(self.__connectN)
            if curWinnerNotation is not None:
                for player in self.__playerList:
                    if player.getNotation() == curWinnerNotation:
                        print(f"The winner is {player.getName()}!")
                        self.__board.display()
                        player.addScoreByOne()
                break
            if self.__board.checkFull():
                print("The board is full and there is no winner for this round.")
                break
            self.__changeTurn()

    def play(self) -> None:
        while all(player.getScore() < self.__targetScore for player in self.__playerList):
            self.playRound()
        print("Game Over")
        for player in self.__playerList:
            player.display()
