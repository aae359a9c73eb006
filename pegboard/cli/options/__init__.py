"""Conversion of plain option values without pydantic.

typer converts every option with pydantic, even absent ones, which takes 9 MiB and a tenth of the
start-up time of the service. So paths, integers and values without conversion are handled here; all
others, and all errors, are left to typer.
"""

import os
from pathlib import Path
from typing import Any

from typer._coercion import RuntimeParam, build_runtime_param
from typer.core import TyperCommand, TyperGroup
from typer.models import ParameterInfo

_REFUSED = object()


class PlainParam(RuntimeParam):
    """An option converted as by typer, which imports pydantic only for values that need it."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Converts the value of the option; see `RuntimeParam.coerce`.

        Raises:
            typer.BadParameter: the value is invalid.
        """
        if param.multiple or param.nargs != 1:
            return self._coerce_value(value, param, ctx)
        plain = plain_value(value, self.annotation, self.parameter_info)
        return self._coerce_value(value, param, ctx) if plain is _REFUSED else plain

    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        return build_runtime_param(param.type_descriptor).coerce(value, param, ctx)


def plain_value(value: Any, annotation: Any, info: ParameterInfo) -> Any:
    """Converts a plain value; returns `_REFUSED` for others."""
    if value is None:
        return None
    if not isinstance(annotation, type) or info.parser is not None or info.clamp:
        return _REFUSED
    if annotation is int and isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value)
    if annotation is Path and isinstance(value, str) and not _is_checked(info):
        path = Path(value)
        return path if not path.exists() or os.access(path, os.R_OK) else _REFUSED
    if annotation not in (int, str, bool) or type(value) is not annotation:
        return _REFUSED
    if annotation is int and not _is_within(value, info):
        return _REFUSED
    return value


class PlainCommand(TyperCommand):
    """A command whose plain options are converted without pydantic."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Returns the options and arguments of the command, including `--help`."""
        return [_with_plain_values(param) for param in super().get_params(ctx)]


class PlainGroup(TyperGroup):
    """A group of commands whose plain options are converted without pydantic."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Returns the only option of the group, `--help`."""
        return [_with_plain_values(param) for param in super().get_params(ctx)]


def _with_plain_values(param: Any) -> Any:
    described = param.type_descriptor
    if described.file_annotation is None and not isinstance(param._runtime_param, PlainParam):
        param._runtime_param = PlainParam(described.parameter_info, described.annotation)
    return param


def _is_checked(info: ParameterInfo) -> bool:
    """Returns whether typer validates or resolves a path."""
    usual = info.file_okay and info.dir_okay and info.readable and info.path_type is None
    return not usual or info.exists or info.writable or info.resolve_path or info.allow_dash


def _is_within(value: int, info: ParameterInfo) -> bool:
    return (info.min is None or value >= info.min) and (info.max is None or value <= info.max)
