"""The short form of `make python-fuzz`, without the sanitizer: no crash, and nothing but ordinary exceptions."""

import fuzz


def test_wrong_arguments_never_crash():
    assert fuzz.main(0, rounds=25) == 25
