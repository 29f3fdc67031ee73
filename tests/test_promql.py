"""What an expression asks for is found, and nothing else."""

import pytest

from tests.promql import labels_of, metrics_of

QUANTILE = (
    "histogram_quantile(0.99, sum by (instance, le) (rate(commit_seconds_bucket[5m]))) > 0.25"
)


@pytest.mark.parametrize(
    ("expression", "metrics"),
    [
        ("up == 0", {"up"}),
        (QUANTILE, {"commit_seconds_bucket"}),
        ("count(count by (version) (showdown_info)) > 1", {"showdown_info"}),
        ('open_fds{job="a b"} / max_fds{job=~"up|down"} > 0.9', {"open_fds", "max_fds"}),
        ("a unless on (instance) b offset 5m > bool 1e3", {"a", "b"}),
    ],
)
def test_an_expression_asks_for_its_metrics(expression, metrics):
    assert metrics_of(expression) == metrics


def test_series_are_chosen_by_labels():
    expression = 'a{code="x,y=1", by!="z"} + sum by (job) (b{code=~"4.."})'
    assert labels_of(expression) == {("a", "code"), ("a", "by"), ("b", "code")}
