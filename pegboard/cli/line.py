"""How a command line is run: one command's own file, imported only then, and its exit code.

Exit codes everywhere: 0 done; 1 the answer is no, not sure, or illegal; 2 unusable arguments or
input, with one plain line on stderr. Never a traceback.
"""

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def done(module: str, command: str, *args: Any, **options: Any) -> NoReturn:
    """Runs one command's own file, imported only now, and ends with its exit code."""
    raise typer.Exit(getattr(import_module(f"pegboard.cli.{module}"), command)(*args, **options))


def run(command: Any, args: list[str]) -> int:
    """Runs one command line; the exit code."""
    try:
        code = command.main(args=args, prog_name="pegboard", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit):
        # `pegboard replay … | head`: the reader has seen enough, and typer makes an exit of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except OSError as error:
        # Nobody looked for this one where it came from: a full disk behind stdout, for example.
        if os.environ.get("PEGBOARD_TRACEBACK"):
            raise
        said = error.strerror or str(error)
        print(f"pegboard: {said}{f': {error.filename}' if error.filename else ''}", file=sys.stderr)
        return 2
    except Exception as error:
        if not hasattr(error, "format_message"):
            return _surprise(error)
        # The command line's own errors (unknown option, missing argument), as one plain line.
        said = error.format_message()
        if type(error).__name__ == "NoArgsIsHelpError":
            print(said)
            return 0
        print(f"pegboard: {' '.join(said.split())}", file=sys.stderr)
        return 2


def _surprise(error: Exception) -> int:
    """A mistake of ours: one line for the user, the traceback for who asks for it."""
    if os.environ.get("PEGBOARD_TRACEBACK"):
        raise error
    print(
        f"pegboard: something went wrong inside ({type(error).__name__}: {error}); please report "
        "it, with what PEGBOARD_TRACEBACK=1 shows",
        file=sys.stderr,
    )
    return 2
