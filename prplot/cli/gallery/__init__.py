"""The gallery of a checkout: its command, and how its scripts are found and run.

- `gallery_command`: the command ``prplot gallery``, and options with several values;
- `galleries`: finding the scripts and running them in worker processes;
- `script_runner`: running one script and saving its figures.
"""
