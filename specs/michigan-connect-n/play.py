"""Plays Connect N with the class Game of the connectN.py that lies beside this file.

    python3 play.py ROWS COLUMNS N TARGET-SCORE NAME-1 NAME-2
"""

import sys

from connectN import Game

rows, columns, connect_n, target_score = map(int, sys.argv[1:5])
name_1, name_2 = sys.argv[5:7]

Game(rows, columns, connect_n, target_score, name_1, name_2).play()
