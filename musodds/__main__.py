"""``musodds`` and ``python -m musodds``."""

import sys


def main() -> None:
    """Run the command; Ctrl-C while it is being loaded ends it without a traceback."""
    try:
        from .cli import main as run
    except KeyboardInterrupt:
        from .lang import _

        told = _("interrupted")
        sys.stderr.write(f"musodds: {told}\n")
        sys.exit(1)
    run()


if __name__ == "__main__":
    main()
