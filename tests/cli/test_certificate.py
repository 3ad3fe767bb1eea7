"""The certificate of `companion https`: what it vouches for, who reads its key, when it is made anew."""

import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509

from companion.cli.certificate import SERVER_DAYS, find_pair, keep_certificate, make_server_certificate, write
from companion.web.serving.offline import AUTHORITY

HOSTS = ["kitchen.local", "localhost"]
ADDRESSES = ["127.0.0.1", "192.168.1.7"]


def connect(pair: tuple[Path, Path], authority: Path, name: str) -> None:
    """Greet a server that has this certificate as a phone does that trusts the authority."""
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(*pair)
    ours, theirs = socket.socketpair()

    def serve() -> None:
        try:
            with inside.wrap_socket(theirs, server_side=True):
                pass
        except OSError:
            theirs.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        trusting = ssl.create_default_context(cafile=str(authority))
        with trusting.wrap_socket(ours, server_hostname=name):
            pass
    finally:
        ours.close()
        thread.join()


def test_a_trusting_phone_believes_every_name_of_this_machine(tmp_path: Path) -> None:
    pair = keep_certificate(tmp_path, HOSTS, ADDRESSES)
    for name in HOSTS + ADDRESSES:
        connect(pair, tmp_path / AUTHORITY, name)


def test_a_machine_with_an_address_of_no_local_network_is_believed_that_one_too(tmp_path: Path) -> None:
    before = keep_certificate(tmp_path, HOSTS, ADDRESSES)
    old = (tmp_path / AUTHORITY).read_bytes()
    pair = keep_certificate(tmp_path, HOSTS, [*ADDRESSES, "203.0.113.5"])
    connect(pair, tmp_path / AUTHORITY, "203.0.113.5")
    assert before == pair
    assert (tmp_path / AUTHORITY).read_bytes() != old
    made = pair[0].read_bytes()
    assert keep_certificate(tmp_path, HOSTS, ADDRESSES)[0].read_bytes() == made


def test_the_authority_vouches_for_no_other_site(tmp_path: Path) -> None:
    keep_certificate(tmp_path, HOSTS, ADDRESSES)
    authority = tmp_path / AUTHORITY
    now = datetime.now(UTC)
    signer = find_pair(authority, now)
    assert signer
    forged = keep_certificate(tmp_path / "other", HOSTS, ADDRESSES)
    names = {name: x509.DNSName(name) for name in ("kwado.example", "bank.example")}
    for name, named in (names | {"203.0.113.7": x509.IPAddress(ip_address("203.0.113.7"))}).items():
        write(forged[0], make_server_certificate(signer, [named], now))
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            connect(forged, authority, name)


def test_only_its_owner_reads_the_keys(tmp_path: Path) -> None:
    pair = keep_certificate(tmp_path, HOSTS, ADDRESSES)
    for key in (pair[1], (tmp_path / AUTHORITY).with_suffix(".key")):
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(pair[1].parent.stat().st_mode) == 0o700
    assert b"PRIVATE" not in (tmp_path / AUTHORITY).read_bytes()


def test_it_stays_until_it_ends_or_a_name_is_new_and_the_authority_longer(
    tmp_path: Path,
) -> None:
    first = keep_certificate(tmp_path, HOSTS, ADDRESSES)[0].read_bytes()
    authority = (tmp_path / AUTHORITY).read_bytes()
    assert keep_certificate(tmp_path, HOSTS, [])[0].read_bytes() == first
    other = keep_certificate(tmp_path, HOSTS, [*ADDRESSES, "192.168.1.8"])[0].read_bytes()
    assert other != first
    late = datetime.now(UTC) + timedelta(days=SERVER_DAYS - 20)
    assert keep_certificate(tmp_path, HOSTS, ADDRESSES, late)[0].read_bytes() != other
    assert (tmp_path / AUTHORITY).read_bytes() == authority


def test_a_spoiled_file_is_made_anew(tmp_path: Path) -> None:
    for spoiled in ("server.crt", "server.key", "authority.crt", "authority.key"):
        keep_certificate(tmp_path, HOSTS, ADDRESSES)
        other = keep_certificate(tmp_path / "other", HOSTS, ADDRESSES)[1].with_name(spoiled)
        (tmp_path / "https" / spoiled).write_bytes(b"cut" if spoiled.endswith(".crt") else other.read_bytes())
        connect(keep_certificate(tmp_path, HOSTS, ADDRESSES), tmp_path / AUTHORITY, HOSTS[0])
