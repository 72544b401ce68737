"""Plays games as forks of one interpreter, with nothing around them: the least that a run can cost.

    bare_forks.py connect.py INPUT… : the code is compiled once; prints the milliseconds that each fork took
"""

import os
import sys
import time


def main(program, inputs):
    """Each fork reads one input and writes nowhere; it ends as Python would, but takes no object apart.

    So an exception is reported, for which Python 3.13 and later load some twenty modules.
    """
    with open(program, encoding="utf-8") as file:
        code = compile(file.read(), program, "exec", dont_inherit=True)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    start = time.perf_counter()
    for name in inputs:
        process = os.fork()
        if process == 0:
            os.dup2(os.open(name, os.O_RDONLY), 0)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            try:
                exec(code, {"__name__": "__main__"})
            except SystemExit:
                pass
            except BaseException as error:
                sys.excepthook(type(error), error, error.__traceback__)
            finally:
                sys.stdout.flush()
                os._exit(0)
        os.waitpid(process, 0)
    print((time.perf_counter() - start) * 1000 / len(inputs))


main(sys.argv[1], sys.argv[2:])
