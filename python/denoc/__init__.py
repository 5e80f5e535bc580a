"""Robots loaded at run time: see the stubs, `denoc/__init__.pyi`, and docs/python.md."""

from ._denoc import Function, ModelError, Motion, Robot, SingularError, load, loads

__all__ = ["Function", "ModelError", "Motion", "Robot", "SingularError", "load", "loads"]
