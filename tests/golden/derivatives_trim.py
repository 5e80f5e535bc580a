#!/usr/bin/env python3
"""Trims the golden derivatives to what the tests need.

    python3 tests/golden/derivatives_trim.py FOLDER

FOLDER holds first/{dh,mech,urdf}/NAME.json, products/ and second/ with the same folders, and physics/NAME.json. Writes
tests/golden/derivatives/{dh,mech,urdf,physics}/NAME.json and tests/golden/derivatives/{products,second}/{dh,mech,urdf}/NAME.json: the first states,
of products one direction each, of models without great chains and trees, whose recursions are those of the small ones.
Every number is passed through as printed.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent

# A file above this is left out, and a smaller one keeps at most so many states.
BYTES = 30_000
STATES = 2


def main(folder):
    for kind in ["first/dh", "first/mech", "first/urdf", "physics"]:
        for path in sorted((folder / kind).glob("*.json")):
            data = json.loads(path.read_text(), parse_float=Number, parse_int=Number)
            data["states"] = data["states"] if kind == "physics" else data["states"][:STATES]
            text = dump(data) + "\n"
            if len(text) <= BYTES:
                target = HERE / "derivatives" / pathlib.Path(kind).name / path.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
    for kind in ["dh", "mech", "urdf"]:
        for path in sorted((folder / "second" / kind).glob("*.json")):
            text = dump(json.loads(path.read_text(), parse_float=Number, parse_int=Number)) + "\n"
            if len(text) <= BYTES:
                target = HERE / "derivatives" / "second" / kind / path.name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)
        for path in sorted((folder / "products" / kind).glob("*.json")):
            if not (HERE / kind / path.name).exists():
                continue
            data = json.loads(path.read_text(), parse_float=Number, parse_int=Number)
            first = {}
            for state in data["states"]:
                first.setdefault(state["state"], state)
            data["states"] = list(first.values())[:STATES]
            target = HERE / "derivatives" / "products" / kind / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(dump(data) + "\n")


class Number(str):
    """A number as it is printed."""


def dump(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {dump(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dump, value)) + "]"
    return json.dumps(value)


main(pathlib.Path(sys.argv[1]))
