"""Fuzzing of everything that strangers can send: `make fuzz`, and briefly in every test run.

    python -m tests.tools.fuzz [--inputs N] [--seed S] [TARGET …]

Each target takes valid input, spoils it in one of many ways, and hands it in where strangers can:
files that are read, messages from the page, requests, payloads from a broker. What may come back
is a plain refusal. A traceback, a status of 500, an answer that never comes, or memory that grows
is a finding, and is told with what caused it.
"""
