"""For the shell: completion and a man page, made from the parser itself, so that they say what it says."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from .. import __version__
from ..engine.words import capital
from ..games import slugs


def run_completion(plan: argparse.Namespace) -> int:
    """Print a script that completes commands, options and games."""
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[plan.shell](plan.whole))
    return 0


def run_man(plan: argparse.Namespace) -> int:
    """Print the man page."""
    print(man_page(plan.whole))
    return 0


def commands(whole: argparse.ArgumentParser) -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """Every command with its parser and its line of help."""
    (group,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    lines = {str(choice.dest): choice.help or "" for choice in group._choices_actions}
    return {name: (found, lines.get(name, "")) for name, found in group.choices.items()}


def _flags(command: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.Action]]:
    for action in command._actions:
        for flag in action.option_strings:
            if flag.startswith("--"):
                yield flag, action


def _values(action: argparse.Action) -> str | None:
    """What may stand after an option: a closed list; "": anything, such as a file; None: nothing."""
    return None if action.nargs == 0 else " ".join(str(choice) for choice in action.choices or ())


def _words(command: argparse.ArgumentParser) -> list[str]:
    """What may stand where no option does: the games, or a closed list."""
    found: list[str] = []
    for action in command._actions:
        if not action.option_strings:
            found += slugs() if action.dest == "game" else [str(choice) for choice in action.choices or ()]
    return found


def _bash(whole: argparse.ArgumentParser) -> str:
    known = commands(whole)
    cases = "\n".join(
        f"    {name}) words={_quoted(' '.join([*(flag for flag, _ in _flags(command)), *_words(command)]))} ;;"
        for name, (command, _) in known.items()
    )
    taking = {(name, flag): _values(action) for name, (command, _) in known.items() for flag, action in _flags(command)}
    closed = "\n".join(f"    {_quoted(' '.join(at))}) words={_quoted(said)} ;;" for at, said in taking.items() if said)
    free = "|".join(_quoted(" ".join(at)) for at, said in taking.items() if said == "")
    return f"""# bash completion for undercroft: eval "$(undercroft completion bash)"
_undercroft() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} words
  case "${{COMP_WORDS[1]}}" in
{cases}
    *) words={_quoted(" ".join(known))} ;;
  esac
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD - 1]}}" in
{closed}
    {free}) words='' ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words={_quoted(" ".join([*known, "--help", "--version"]))}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ ${{#COMPREPLY[@]}} -eq 0 ] && COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _undercroft undercroft"""


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh(whole: argparse.ArgumentParser) -> str:
    known = commands(whole)
    listed = "\n".join(f"    {_quoted(f'{name}:{line}')}" for name, (_, line) in known.items())
    cases = []
    for name, (command, _) in known.items():
        options = [f"{flag}[{_zsh_help(action)}]{_zsh_values(action)}" for flag, action in _flags(command)]
        words = f"*:word:({' '.join(_words(command))})"
        cases.append(f"    {name}) _arguments {' '.join(map(_quoted, [*options, words]))} ;;")
    return "\n".join(
        [
            '#compdef undercroft\n# zsh completion: eval "$(undercroft completion zsh)"\n_undercroft() {\n  local -a known=(',
            listed,
            "  )\n  if (( CURRENT == 2 )); then _describe command known; return; fi",
            "  local command=$words[2]\n  shift words; (( CURRENT-- ))",
            "  case $command in",
            *cases,
            "  esac\n}\ncompdef _undercroft undercroft",
        ]
    )


def _zsh_help(action: argparse.Action) -> str:
    return re.sub(r"[\[\]:]", " ", action.help or "")


def _zsh_values(action: argparse.Action) -> str:
    found = _values(action)
    return "" if found is None else f":value:({found})" if found else ":value:_files"


def _fish(whole: argparse.ArgumentParser) -> str:
    lines = ["# fish completion: undercroft completion fish | source"]
    for name, (command, line) in commands(whole).items():
        lines.append(f"complete -c undercroft -n __fish_use_subcommand -f -a {name} -d {_quoted(line)}")
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        if _words(command):
            lines.append(f"complete -c undercroft {seen} -f -a {_quoted(' '.join(_words(command)))}")
        for flag, action in _flags(command):
            values = _values(action)
            wants = "" if values is None else f" -x -a {_quoted(values)}" if values else " -r"
            lines.append(f"complete -c undercroft {seen} -l {flag[2:]}{wants} -d {_quoted(action.help or '')}")
    return "\n".join(lines)


def man_page(whole: argparse.ArgumentParser) -> str:
    """The page in the language of man."""
    lines = [
        f'.TH UNDERCROFT 1 "" "undercroft {__version__}" "Games"',
        ".SH NAME",
        f"undercroft \\- {_roff(whole.description or '')}",
    ]
    lines += [".SH SYNOPSIS", ".B undercroft", "[\\fICOMMAND\\fR] [\\fIOPTIONS\\fR]", ".SH COMMANDS"]
    for name, (command, line) in commands(whole).items():
        usage = " ".join(command.format_usage().replace("usage:", "").split())
        lines += [f".SS {_roff(name)}", _roff(f"{capital(line)}."), ".PP", ".nf", _roff(usage), ".fi"]
        for action in command._actions:
            if action.help != argparse.SUPPRESS and action.dest != "help":
                metavar = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
                head = ", ".join(action.option_strings) or action.dest
                takes = f" {metavar}" if action.option_strings and action.nargs != 0 else ""
                lines += [".TP", f"\\fB{_roff(head)}\\fR{_roff(takes)}", _roff(action.help or "")]
    lines += [".SH EXAMPLES", ".nf", _roff(whole.epilog or ""), ".fi", ".SH FILES"]
    lines += ["settings.toml in your config folder; see", ".B undercroft config path"]
    return "\n".join(lines)


def _roff(text: str) -> str:
    """Text in which nothing is a command to man."""
    return re.sub(r"(?m)^([.'])", r"\\&\1", text.replace("\\", "\\\\").replace("-", "\\-"))
