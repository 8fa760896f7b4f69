"""Everything public is explained, and what the explanations show works."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import tatami

OTHERS = {"gymnasium", "openspiel", "pettingzoo"}  # what these need may not be there
MODULES = [module.name for module in pkgutil.iter_modules(tatami.__path__) if not module.name.startswith("_")]


def modules():
    yield tatami
    for name in MODULES:
        try:
            yield importlib.import_module(f"tatami.{name}")
        except ImportError:
            assert name in OTHERS


def undocumented(module):
    if not inspect.getdoc(module):
        yield module.__name__
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) not in (module.__name__, "tatami", "tatami._core"):
            continue
        if (inspect.isclass(thing) or inspect.isroutine(thing)) and not inspect.getdoc(thing):
            yield f"{module.__name__}.{name}"
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                public = not member.startswith("_") and (inspect.isroutine(value) or isinstance(value, (property, classmethod, staticmethod)))
                if public and not inspect.getdoc(getattr(thing, member)):
                    yield f"{module.__name__}.{name}.{member}"


def test_everything_public_is_explained():
    assert [name for module in modules() for name in undocumented(module)] == []


def test_every_name_in_the_list_exists_and_every_public_one_is_in_it():
    assert all(hasattr(tatami, name) for name in tatami.__all__)
    missing = [name for name, thing in vars(tatami).items()
               if not name.startswith("_") and not inspect.ismodule(thing) and name not in tatami.__all__ and name != "annotations"]
    assert missing == []


@pytest.mark.parametrize("name", ["tatami", *[f"tatami.{name}" for name in MODULES if name not in OTHERS]])
def test_the_examples_in_the_explanations_work(name):
    module = importlib.import_module(name)
    results = doctest.testmod(module, extraglobs={"tatami": tatami})
    assert results.failed == 0
