"""Before every build of PlatformIO: the functions of the robot into lib/robot/src, and the flags of the FPU for compiler and linker."""

import os
import subprocess
from pathlib import Path

Import("env")  # noqa: F821, PlatformIO defines it

project = Path(env["PROJECT_DIR"])  # noqa: F821
option = env.GetProjectOption  # noqa: F821
denoc = os.environ.get("DENOC", "denoc")
out = project / "lib" / "robot" / "src"
command = [denoc, "generate", str(project / option("custom_model")), "--emit", "cpp", "--name", "robot"]
command += ["--functions", option("custom_functions"), "--scalar", option("custom_scalar"), "--out", str(out)]
subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

fpu = option("custom_fpu").split()
env.Append(CCFLAGS=fpu, ASFLAGS=fpu, LINKFLAGS=fpu)  # noqa: F821
