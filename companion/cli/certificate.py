"""The certificate of `companion https`: made here, by an authority that phones can be told to trust.

The authority may vouch only for `.local` names, addresses of local networks, and this machine's own address
where that is another one: a phone that trusts it believes this machine nothing about other sites. A key
stands beside its certificate, with mode 0600.
"""

import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.paths import write_whole
from companion.web.serving.offline import AUTHORITY
from companion.web.serving.security import LOCAL_NETWORKS

# Apple's phones refuse server certificates of more than 825 days, browsers' own lists of more than 398.
SERVER_DAYS = 397
AUTHORITY_DAYS = 3650
RENEWED_BEFORE = timedelta(days=30)
# A certificate and its key.
Pair = tuple[x509.Certificate, ec.EllipticCurvePrivateKey]
CertificateNames = Sequence[x509.GeneralName]


def keep_certificate(
    instance: Path, hosts: Sequence[str], addresses: Sequence[str], now: datetime | None = None
) -> tuple[Path, Path]:
    """The files of the server's certificate for these names and addresses, and of its key.

    They are made where they are missing, damaged or end soon.
    """
    now = now or datetime.now(UTC)
    names = [*map(x509.DNSName, hosts), *(x509.IPAddress(ipaddress.ip_address(each)) for each in addresses)]
    authority, server = instance / AUTHORITY, (instance / AUTHORITY).with_name("server.crt")
    authority.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    signer = find_pair(authority, now)
    if signer is None or not may_vouch(signer[0], names):
        # First, so that none stays that another authority signed.
        server.unlink(missing_ok=True)
        signer = make_authority(names, now)
        write(authority, signer)
    made = find_pair(server, now)
    if made is None or not is_for(made[0], names):
        write(server, make_server_certificate(signer, names, now))
    return server, server.with_suffix(".key")


def find_pair(file: Path, now: datetime) -> Pair | None:
    """The certificate in a file and its key, if both are there, belong together and last for a while."""
    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(file.with_suffix(".key").read_bytes(), password=None)
    except (OSError, ValueError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        return None
    return (certificate, key) if certificate.not_valid_after_utc > now + RENEWED_BEFORE else None


def may_vouch(authority: x509.Certificate, names: CertificateNames) -> bool:
    """Whether phones that trust the authority believe it these addresses."""
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    networks = list_addresses(limits)
    return all(any(address in network for network in networks) for address in list_addresses(names))


def list_addresses(names: CertificateNames) -> list[Any]:
    """The addresses and networks among the names, as those of `ipaddress`."""
    return [each.value for each in names if isinstance(each, x509.IPAddress)]


def is_for(certificate: x509.Certificate, names: CertificateNames) -> bool:
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return set(names) <= set(named)


def make_authority(names: CertificateNames, now: datetime) -> Pair:
    """An authority for local names and addresses, and for these addresses."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = name_subject(f"Kwa-Do Companion on {names[0].value}")
    networks = [*LOCAL_NETWORKS, *map(ipaddress.ip_network, list_addresses(names))]
    allowed = [x509.DNSName("local"), x509.DNSName("localhost"), *map(x509.IPAddress, networks)]
    usage = dict.fromkeys(
        (
            "digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
            "key_agreement", "encipher_only", "decipher_only",
        ),
        False,
    )  # fmt: skip
    builder = (
        start(subject, subject, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(x509.KeyUsage(key_cert_sign=True, crl_sign=True, **usage), critical=True)
    )
    return builder.sign(key, hashes.SHA256()), key


def make_server_certificate(authority: Pair, names: CertificateNames, now: datetime) -> Pair:
    """A certificate of these names and addresses, signed by the authority."""
    signer, signing_key = authority
    key = ec.generate_private_key(ec.SECP256R1())
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing_key.public_key())
    builder = (
        start(name_subject(str(names[0].value)), signer.subject, key, now, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(identifier, critical=False)
    )
    return builder.sign(signing_key, hashes.SHA256()), key


def start(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
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


def name_subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def write(file: Path, pair: Pair) -> None:
    """Both files; the key first, so that no certificate stands without one."""
    certificate, key = pair
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    write_whole(file.with_suffix(".key"), text)
    write_whole(file, public)
