"""Pages over TLS, with a certificate that the house has; a wrong one is told before anything starts."""

import asyncio
import json
import ssl
from pathlib import Path

import httpx
import pytest
import trustme
from websockets.asyncio.client import connect

from referee.daemon.configuration import check_configuration
from referee.display.certificate import Certificate
from referee.display.errors import DisplayError
from referee.display.roles import OPERATOR
from referee.display.server import create_app, serve
from referee.display.tokens import Tokens
from tests.referee.display.fake_desk import FakeDesk


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def certificate(authority: trustme.CA, tmp_path: Path) -> Certificate:
    made = authority.issue_cert("127.0.0.1")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    made.cert_chain_pems[0].write_to_path(chain)
    made.private_key_pem.write_to_path(key)
    return Certificate(chain, key)


def test_pages_and_sockets_come_over_tls_and_the_cookie_stays_there(
    desk: FakeDesk, authority: trustme.CA, certificate: Certificate
) -> None:
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)

    async def scenario() -> None:
        tokens = Tokens({OPERATOR: "operator-token"})
        server = await serve(create_app(desk, tokens), "127.0.0.1", 0, certificate)
        try:
            assert server.url.startswith("https://")
            async with httpx.AsyncClient(verify=trusted) as client:
                assert (await client.get(server.url)).status_code == 200
                signed_in = await client.get(f"{server.url}operator?token=operator-token")
                assert "secure" in signed_in.headers["set-cookie"].lower()
            async with connect(f"wss://127.0.0.1:{server.port}/ws", ssl=trusted) as page:
                assert json.loads(await page.recv())["type"] == "view"
        finally:
            await server.stop()

    asyncio.run(scenario())


def test_a_certificate_that_does_not_fit_is_told_with_its_files(certificate: Certificate, tmp_path: Path) -> None:
    other = trustme.CA().issue_cert("127.0.0.1")
    key = tmp_path / "other.pem"
    other.private_key_pem.write_to_path(key)
    for wrong in (Certificate(certificate.chain, key), Certificate(tmp_path / "none.pem", key), Certificate(key, key)):
        with pytest.raises(DisplayError, match="cannot be used") as caught:
            wrong.check()
        assert str(wrong.chain) in str(caught.value)


def test_the_configuration_check_looks_into_the_files(certificate: Certificate, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text("web:\n  tls: {certificate: chain.pem, key: key.pem}\n")
    assert check_configuration(file) == ()
    file.write_text("web:\n  tls: {certificate: key.pem, key: key.pem}\n")
    (problem,) = check_configuration(file)
    assert (problem.line, problem.key) == (2, "web.tls")
