#!/bin/sh
# Runs a Criterion program so that standard output is TAP and nothing else. Criterion's own way of writing TAP to
# standard output silences the tests' output, sanitizer reports included; here that goes to standard error.
exec "$1" --tap=/dev/fd/3 3>&1 >&2
