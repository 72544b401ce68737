"""The graders that are measured, one file each, in the order of the table."""

from adapter import Adapter
from adapters.byu_dialogs import ByuDialogs
from adapters.byu_pytest_utils import ByuPytestUtils
from adapters.check50 import Check50, Check50Turns
from adapters.dmoj import Dmoj
from adapters.gradescope_utils import GradescopeUtils
from adapters.otter_grader import OtterGrader
from adapters.pytest_session import PytestSession
from adapters.shell_loop import ShellLoop
from adapters.yardstick import Yardstick, YardstickOneJob, YardstickShippedSpec

OURS = Yardstick

ALL: tuple[type[Adapter], ...] = (
    Yardstick,
    YardstickOneJob,
    YardstickShippedSpec,
    PytestSession,
    ShellLoop,
    GradescopeUtils,
    ByuPytestUtils,
    Dmoj,
    OtterGrader,
    Check50Turns,
    Check50,
    ByuDialogs,
)
