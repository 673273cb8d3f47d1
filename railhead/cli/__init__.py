"""The `railhead` command: a table of its commands, each imported when it is called.

Help and version come from this file alone, so they appear at once. To add a command, write a function with
typer's annotations anywhere, and name it in `COMMANDS`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

    import typer


class Command(NamedTuple):
    """A command: its name, where its function is, and what it does in one line."""

    name: str
    where: str  # module:function
    says: str

    def load(self) -> Callable[..., Any]:
        """The function, or a typer app with commands of its own."""
        from importlib import import_module

        module, _, function = self.where.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), function)
        return found


COMMANDS = (
    Command("play", "railhead.cli.table:play", "Play in the terminal, with people and bots at one screen."),
    Command("serve", "railhead.cli.server:serve", "Serve the site: tables on one machine, online, against bots."),
    Command("bots", "railhead.cli.server:bots", "Run the site's bots here, alongside its servers."),
    Command("titles", "railhead.cli.catalogue:titles", "List the titles, with --all also their variants."),
    Command("rules", "railhead.cli.catalogue:rules", "Look up what the rules of a title say."),
    Command("map", "railhead.cli.catalogue:draw_map", "Draw a map as SVG."),
    Command("replay", "railhead.imports.commands:replay", "Replay a game with every check on."),
    Command("import", "railhead.cli.server:import_files", "Import games from files into the site."),
    Command("export", "railhead.imports.commands:export", "Write a game in the format of 18xx.games."),
    Command("routes", "railhead.cli.study:routes", "Find the best runs of positions, and prove them."),
    Command("simulate", "railhead.cli.study:simulate", "Play random games with every check on."),
    Command("tournament", "railhead.cli.study:tournament", "Let bots play each other."),
    Command("train", "railhead.cli.training:train", "Train the learned value of a title on bot games."),
    Command("weights", "railhead.cli.study:weights", "Print the numbers that a bot plays by."),
    Command("dataset", "railhead.cli.dataset:dataset", "Write bot games as training data."),
    Command("backup", "railhead.cli.server:backup", "Copy all games and accounts of the site into a file."),
    Command("restore", "railhead.cli.server:restore", "Restore games and accounts from a backup."),
    Command("check-games", "railhead.cli.server:check_games", "Say what an upgrade would do to stored games."),
    Command("admin", "railhead.cli.administration:app", "Make an admin; list and lock tables and people."),
    Command("new-title", "railhead.title_commands:new_title", "Create the folder for a new title."),
    Command("check-title", "railhead.title_commands:check_title", "Run the suite that every title must pass."),
    Command("doctor", "railhead.cli.doctor:doctor", "Check this installation and say what is wrong."),
)
COMPLETION = ("--install-completion", "--show-completion")
HELP = ("--help", "-h", "help")


def help_text() -> str:
    """What `railhead --help` prints."""
    width = max(len(command.name) for command in COMMANDS)
    lines = [f"  {command.name:<{width}}  {command.says}" for command in COMMANDS]
    return "\n".join(
        [
            "Usage: railhead COMMAND [OPTIONS]",
            "",
            "18xx railway games: play, replay, study.",
            "",
            "Commands:",
            *lines,
            "",
            "Options:",
            "  --version             Print the version.",
            "  --install-completion  Install completion for your shell; --show-completion prints it.",
            "  --help                Print this; railhead COMMAND --help says more about a command.",
            "",
        ]
    )


def main(words: Sequence[str] | None = None) -> None:
    """Run the command. A known failure is reported in a sentence, not as a traceback."""
    given = list(sys.argv[1:] if words is None else words)
    completing = "_RAILHEAD_COMPLETE" in os.environ  # the shell asks; what is typed so far is in the environment too
    if not completing and (not given or given[0] in HELP):
        print(help_text(), end="")
        sys.exit(0 if given else 2)
    if not completing and given[0] in ("--version", "-V"):
        from importlib.metadata import version

        print(f"railhead {version('railhead')}")
        return
    known = {command.name: command for command in COMMANDS}
    if completing or given[0] in COMPLETION:
        chosen: Sequence[Command] = COMMANDS
    elif given[0] in known:
        chosen = [known[given[0]]]
    else:
        _unknown(given[0], list(known))
    try:
        build(chosen)(given, prog_name="railhead")
    except (ValueError, OSError) as error:  # all our known failures are one of these
        say_error(error)
        sys.exit(2)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(130)


def build(commands: Sequence[Command] = COMMANDS) -> typer.Typer:
    """The typer app of these commands."""
    import typer

    app = typer.Typer(add_completion=True, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.callback()(_group)
    for command in commands:
        found = command.load()
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=command.name)
        else:
            app.command(name=command.name)(found)
    return app


def _group() -> None:
    """18xx railway games: play, replay, study."""


def _unknown(word: str, known: Sequence[str]) -> NoReturn:
    from difflib import get_close_matches

    near = get_close_matches(word, known, 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    kind = "option" if word.startswith("-") else "command"
    print(f"railhead: there is no {kind} {word!r}.{hint} 'railhead --help' lists the commands.", file=sys.stderr)
    sys.exit(2)


def say_error(error: Exception) -> None:
    """An error in a sentence."""
    text = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    print(f"railhead: {text}", file=sys.stderr)


if __name__ == "__main__":
    main()
