"""The certificate of `companion https`: made here, by an authority that phones can be told to trust.

The authority may vouch only for `.local` names, addresses of local networks, and this machine's own address
where that is another one: a phone that trusts it believes this machine nothing about other sites. Keys have
mode 0600.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.web.offline import AUTHORITY
from companion.web.security import LOCAL_NETWORKS

# Apple's phones refuse server certificates of more than 825 days, browsers' own lists of more than 398.
SERVER_DAYS = 397
AUTHORITY_DAYS = 3650
RENEWED_BEFORE = timedelta(days=30)
Key = ec.EllipticCurvePrivateKey


class Pair(NamedTuple):
    """A certificate and its key, as files."""

    certificate: Path
    key: Path


class Authority(NamedTuple):
    certificate: x509.Certificate
    key: Key


def keep_certificate(instance: Path, names: Sequence[str], now: datetime | None = None) -> Pair:
    """The server's certificate for these names and addresses, made where it is missing or ends soon."""
    now = now or datetime.now(UTC)
    authority = Pair(instance / AUTHORITY, (instance / AUTHORITY).with_suffix(".key"))
    server = Pair(authority.certificate.with_name("server.crt"), authority.key.with_name("server.key"))
    authority.certificate.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_trusted = is_good(authority, now) and may_vouch(read_certificate(authority.certificate), names)
    if is_trusted and is_good(server, now) and is_for(read_certificate(server.certificate), names):
        return server
    if not is_trusted:
        write(authority, *make_authority(names, now))
    signer = Authority(read_certificate(authority.certificate), read_key(authority.key))
    write(server, *make_server(signer, names, now))
    return server


def is_good(pair: Pair, now: datetime) -> bool:
    """Whether both files are there, belong together and last for a while."""
    try:
        certificate = read_certificate(pair.certificate)
        is_pair = read_key(pair.key).public_key() == certificate.public_key()
    except (OSError, ValueError):
        return False
    return is_pair and certificate.not_valid_after_utc > now + RENEWED_BEFORE


def may_vouch(authority: x509.Certificate, names: Sequence[str]) -> bool:
    """Whether phones that trust the authority believe it these names and addresses."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    networks = [
        ipaddress.ip_network(str(limit.value)) for limit in limits if isinstance(limit, x509.IPAddress)
    ]
    addresses = [address for address in map(find_ip, names) if address]
    return all(any(address in network for network in networks) for address in addresses)


def is_for(certificate: x509.Certificate, names: Sequence[str]) -> bool:
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(names) <= {str(each.value) for each in named}


def make_authority(names: Sequence[str], now: datetime) -> tuple[x509.Certificate, Key]:
    """An authority for local names and addresses, and for these addresses."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Kwa-Do Companion on {names[0]}"[:64])])
    own = [ipaddress.ip_network(str(address)) for address in map(find_ip, names) if address]
    allowed: list[x509.GeneralName] = [x509.DNSName("local"), x509.DNSName("localhost")]
    allowed += [x509.IPAddress(network) for network in (*LOCAL_NETWORKS, *own)]
    builder = (
        start(subject, subject, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(make_usage(signs_certificates=True), critical=True)
    )
    return builder.sign(key, hashes.SHA256()), key


def make_server(authority: Authority, names: Sequence[str], now: datetime) -> tuple[x509.Certificate, Key]:
    """A certificate of these names and addresses, signed by the authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0][:64])])
    builder = (
        start(subject, authority.certificate.subject, key, now, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([make_name(name) for name in names]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(make_usage(signs_certificates=False), critical=True)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
    )
    return builder.sign(authority.key, hashes.SHA256()), key


def start(
    subject: x509.Name, issuer: x509.Name, key: Key, now: datetime, days: int
) -> x509.CertificateBuilder:
    """What both certificates have. Valid from yesterday on: a phone's clock may be slow."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def make_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def make_name(name: str) -> x509.GeneralName:
    address = find_ip(name)
    return x509.IPAddress(address) if address else x509.DNSName(name)


def find_ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address, where it is one and no name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def read_certificate(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def read_key(file: Path) -> Key:
    key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("not one of ours")
    return key


def write(pair: Pair, certificate: x509.Certificate, key: Key) -> None:
    """Both files; the key first, so that no certificate stands without one."""
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    for file, content in ((pair.key, text), (pair.certificate, public)):
        new = file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
            opened.write(content)
        new.replace(file)
