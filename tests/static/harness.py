"""A program around all functions of a generated header: `harness.py NAME DIRECTORY` writes DIRECTORY/main.c.

Inputs are any numbers, NaN and infinities among them: `volatile` for an analyser, which then knows nothing of them, and read from
the standard input where the program is run.
"""

import re
import sys

name, directory = sys.argv[1:]
header = open(f"{directory}/{name}.h").read()
header = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
prototypes = re.findall(rf"^(?:DENOC_\w+ )*(\w+) ({name}_\w+)\(([^;]*)\);", header, flags=re.M)


def members(kind):
    """The numbers of a structure of the header, each with its length where it is an array."""
    found = re.search(rf"typedef struct(?: \w+)? \{{([^}}]*)\}} {kind};", header)
    if not found:
        sys.exit(f"the structure {kind} is not found")
    return re.findall(r"\b(?:double|float) (\w+)(?:\[(\w+)\])?;", found.group(1))


lines = [f'#include "{name}.h"', "#include <stdio.h>", "", "#ifdef ANALYSED", "static volatile double any;"]
lines += ["#else", "static double drawn(void) { double x = 0.0; if (scanf(\"%lf\", &x) != 1) { x = 0.5; } return x; }", "#define any drawn()"]
lines += ["#endif", "", "int main(void)", "{", "    double sum = 0.0;"]
for result, function, parameters in prototypes:
    lines.append("    {")
    arguments, outputs = [], []
    for place, parameter in enumerate(p.strip() for p in parameters.split(",")):
        if parameter == "void":
            continue
        found = re.match(r"(const )?(\w+) (\*?)(?:restrict |DENOC_RESTRICT )?(\w+)(?:\[(?:static )?(\w+)\])?$", parameter)
        if not found:
            sys.exit(f"{function}: cannot read the parameter `{parameter}`")
        constant, kind, pointer, argument, length = found.groups()
        # A matrix is a pointer to its elements, as many as the header says.
        elements = f"{function}_{argument}_len".upper()
        if pointer and elements in header:
            length = elements
        variable = f"x{place}"
        if length:
            lines.append(f"        static {kind} {variable}[{length} > 0 ? {length} : 1];")
            if constant:
                lines.append(f"        {{ int i; for (i = 0; i < {length}; i++) {{ {variable}[i] = ({kind})any; }} }}")
            else:
                outputs.append(f"{length} > 0 ? (double){variable}[0] : 0.0")
            arguments.append(variable)
        elif pointer and kind not in ("double", "float"):
            lines.append(f"        static {kind} {variable};")
            for member, length in members(kind) if constant else ():
                place = f"{variable}.{member}"
                if length:
                    lines.append(f"        {{ int i; for (i = 0; i < {length}; i++) {{ {place}[i] = any; }} }}")
                else:
                    lines.append(f"        {place} = any;")
            arguments.append(f"&{variable}")
        elif pointer:
            lines.append(f"        static {kind} {variable};")
            if constant:
                lines.append(f"        {variable} = ({kind})any;")
            else:
                outputs.append(f"(double){variable}")
            arguments.append(f"&{variable}")
        else:
            lines.append(f"        const {kind} {variable} = ({kind})any;")
            arguments.append(variable)
    call = f"{function}({', '.join(arguments)})"
    structure = result not in ("void", "int", "double", "float") and not result.endswith("status")
    lines.append(f"        (void){call};" if result != "void" and not structure else f"        {call};")
    lines += [f"        sum += {output};" for output in outputs]
    lines.append("    }")
if not prototypes:
    sys.exit(f"{name}.h declares no function")
lines += ['    return printf("%g\\n", sum) < 0;', "}", ""]
open(f"{directory}/main.c", "w").write("\n".join(lines))
print(f"{len(prototypes)} functions")
