"""Codes: said to friends, typed by people, guessed by nobody."""

from server.hosting import code_key, new_codes


def test_codes_are_long_and_no_two_are_alike():
    many = [new_codes() for _ in range(200)]
    assert len({each.invite for each in many} | {each.host for each in many}) == 400
    for each in many:
        assert len(code_key(each.invite)) == 16
        assert code_key(each.host) == "host" + code_key(each.host)[4:]


def test_no_two_signs_of_a_code_look_alike():
    offered = []

    def first(signs):
        offered.append(signs)
        return signs[0]

    assert new_codes(first).invite == "2222-2222-2222-2222"
    assert not set("0o1il") & set(offered[0])
