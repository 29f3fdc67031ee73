"""The command says in lines what there is to say."""

from benchmarks.__main__ import main


def test_a_cluster_of_any_size_is_simulated(capsys):
    assert main(["cluster", "simulation", "--nodes", "5", "--tables", "100", "--no-storm"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "5 nodes and 100 tables"
    assert told[-1].startswith("all: ")
