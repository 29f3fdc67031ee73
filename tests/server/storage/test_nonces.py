"""Numbers that are used once."""

from concurrent.futures import ThreadPoolExecutor

from server.storage.nonces import AT_ONCE, NONCE_SIZE, Nonces


def test_no_number_is_given_twice_however_many_threads_ask():
    nonces = Nonces()
    with ThreadPoolExecutor(8) as threads:
        given = list(threads.map(lambda _: nonces.next(), range(20 * AT_ONCE)))
    assert len(set(given)) == len(given)
    assert {len(each) for each in given} == {NONCE_SIZE}
