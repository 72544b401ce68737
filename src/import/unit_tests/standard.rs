//! The names of modules that nobody hands in: those of Python, and those that tests need.

/// The modules of Python that programs of courses import, and the packages that their tests import.
const INSTALLED: &str = "\
    __future__ abc argparse array ast asyncio atexit base64 binascii bisect builtins calendar cmath cmd code codecs collections \
    colorsys concurrent configparser contextlib copy csv ctypes curses dataclasses datetime decimal difflib dis doctest email enum \
    errno faulthandler filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib gzip hashlib \
    heapq hmac html http imaplib imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma math \
    mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform pprint profile queue random re readline reprlib \
    resource runpy sched secrets select shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics \
    string struct subprocess symtable sys sysconfig tarfile tempfile textwrap threading time timeit tkinter token tokenize trace \
    traceback tracemalloc turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml zipfile \
    zlib zoneinfo \
    gradescope_utils hypothesis matplotlib mock numpy pandas parameterized pexpect pytest requests scipy timeout_decorator";

/// Tells whether a module is none that is handed in.
pub(in crate::import) fn is_installed(name: &str) -> bool {
    INSTALLED.split_whitespace().any(|known| known == name)
}
