"""
Which metrics and labels an expression of PromQL names: all that we check of one by ourselves.

There is no Prometheus among the packages that tests install. What it would say of the form of a
rule is not said here; what would keep a rule silent for ever is: a metric that nobody has.
"""

import re

_TEXT = re.compile(r'"[^"]*"')
_RANGE = re.compile(r"\[[^\]]*\]")
_GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
_SELECTOR = re.compile(r"([a-zA-Z_:][\w:]*)\s*\{([^}]*)\}")
_LABEL = re.compile(r"([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)")
_NAME = re.compile(r"(?<![\w.:])([a-zA-Z_:][\w:]*)(?!\s*\(|[\w:])")
_WORDS = frozenset({"and", "or", "unless", "bool", "offset", "inf", "nan"})


def metrics_of(expression: str) -> set[str]:
    """
    The metrics that an expression asks for.

    >>> sorted(metrics_of('sum by (job) (rate(a_total{code="b"}[5m])) / up > 0.5'))
    ['a_total', 'up']
    """
    bare = _GROUPING.sub(" ", _RANGE.sub(" ", _TEXT.sub('""', expression)))
    return set(_NAME.findall(re.sub(r"\{[^}]*\}", " ", bare))) - _WORDS


def labels_of(expression: str) -> set[tuple[str, str]]:
    """
    Metrics with a label by which an expression chooses among their series.

    >>> labels_of('up{job="a"} == 0')
    {('up', 'job')}
    """
    return {
        (metric, label)
        for metric, choice in _SELECTOR.findall(expression)
        for label in _LABEL.findall(_TEXT.sub('""', choice))
    }
