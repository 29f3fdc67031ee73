"""Whether the server of this machine is alive, as a container asks."""

import socket

from server.health import main


def test_where_nobody_listens_or_nobody_answers_no_server_is_alive():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
    assert main({"SHOWDOWN_PORT": port}) == 1


def test_a_port_that_is_no_number_is_named(capsys):
    assert main({"SHOWDOWN_PORT": "abc"}) == 2
    assert capsys.readouterr().err == (
        "showdown: SHOWDOWN_PORT is 'abc'; it wants the number of a port.\n"
    )
