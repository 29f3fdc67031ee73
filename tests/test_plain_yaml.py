"""Our own files are read as YAML is, and what we do not write is refused."""

import pytest

from tests.plain_yaml import NotPlain, read_yaml


def test_maps_lists_and_texts_are_read_as_they_stand():
    text = """
# a comment
name: showdown
services:
  one:
    test: ["CMD", "true"]
    retries: 12
    ports:
      - "80:80"
      - 443
    read_only: true
volumes:
  kept:
"""
    assert read_yaml(text) == {
        "name": "showdown",
        "services": {
            "one": {
                "test": ["CMD", "true"],
                "retries": 12,
                "ports": ["80:80", 443],
                "read_only": True,
            }
        },
        "volumes": {"kept": None},
    }


def test_a_list_may_hold_maps():
    text = """
groups:
  - name: nodes
    rules:
      - alert: Down
        expr: up{job="a"} == 0
"""
    rule = {"alert": "Down", "expr": 'up{job="a"} == 0'}
    assert read_yaml(text) == {"groups": [{"name": "nodes", "rules": [rule]}]}


def test_what_is_anchored_is_merged_and_what_stands_beside_it_wins():
    text = "base: &base\n  a: 1\n  b: 2\nmore:\n  b: 3\n  <<: *base\nsame: *base\n"
    said = read_yaml(text)
    assert said["more"] == {"a": 1, "b": 3}
    assert said["same"] == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c",
        "a: |\n  text",
        "a: x # y",
        "a: {b: c}",
        "a: 1\na: 2",
        "a:\n    b: 1\n  c: 2",
        "a b",
    ],
)
def test_what_is_not_plain_is_refused(text):
    with pytest.raises((NotPlain, ValueError)):
        read_yaml(text)
