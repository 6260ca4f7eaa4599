"""OAuth 2.0, for software that acts for users of merchants who allowed it."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import secrets
import ssl
from dataclasses import dataclass
from typing import Any, Mapping, NoReturn, Optional, Tuple
from urllib.parse import urlencode, urlsplit

from ._errors import NoConnectionError, OAuthError, UnknownOutcomeError, object_of


@dataclass(frozen=True)
class OAuthTokens:
    """What a user's consent was exchanged for."""

    access_token: str
    refresh_token: str
    #: Seconds.
    expires_in: int
    #: Who allowed it.
    user_id: str
    #: As it was sent; None where none was.
    state: Optional[str]


class OAuth:
    """An integration at a gateway. ``client_secret`` is None for a public one, which proves itself by PKCE."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        client_secret: Optional[str] = None,
        timeout: float = 60.0,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._address = urlsplit(base_url.rstrip("/"))
        self._client_id = client_id
        self._client_secret = client_secret
        self._timeout = timeout
        self._ssl = ssl_context

    def authorization_address(self, *, redirect_uri: str, state: str, code_challenge: Optional[str] = None) -> str:
        """Returns the address where a user allows it. Keep ``state``, and compare it when the user comes back."""
        query = {"response_type": "code", "client_id": self._client_id, "redirect_uri": redirect_uri}
        query.update({"scope": "api", "state": state})
        if code_challenge:
            query.update({"code_challenge": code_challenge, "code_challenge_method": "S256"})
        return f"{self._address.geturl()}/o/authorize?{urlencode(query)}"

    def exchange(self, code: str, *, redirect_uri: str, code_verifier: Optional[str] = None) -> OAuthTokens:
        """Returns the tokens for a code, which is good once."""
        sent = {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri}
        if code_verifier:
            sent["code_verifier"] = code_verifier
        return _tokens_of(self._post("/o/token", sent))

    def refresh(self, refresh_token: str) -> OAuthTokens:
        """Returns new tokens. The refresh token may be another one: keep it in place of the old one."""
        return _tokens_of(self._post("/o/token", {"grant_type": "refresh_token", "refresh_token": refresh_token}))

    def revoke(self, token: str) -> None:
        """Ends a token, and with a refresh token everything that was granted with it."""
        self._post("/o/revoke", {"token": token})

    def _post(self, path: str, sent: Mapping[str, str]) -> Any:
        """Sends it once: a code that is shown twice ends what it gave."""
        host, port = self._address.hostname or "", self._address.port
        if self._address.scheme == "https":
            context = self._ssl or ssl.create_default_context()
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=self._timeout, context=context
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=self._timeout)
        secret = {"client_secret": self._client_secret} if self._client_secret else {}
        form = urlencode({**sent, "client_id": self._client_id, **secret})
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
        has_left = False
        try:
            connection.connect()
            has_left = True
            connection.request("POST", self._address.path + path, form, headers)
            response = connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as cause:
            if not has_left:
                raise NoConnectionError(f"no answer: {cause}", method="POST", path=path, idempotency_key=None) from cause
            message = "it was sent, and whether it was done is not known; have the user allow it again"
            raise UnknownOutcomeError(message, method="POST", path=path, idempotency_key=None) from cause
        finally:
            connection.close()
        body = _json_of(text)
        if response.status < 300:
            return body
        _refuse(path, response, body)


def pkce() -> Tuple[str, str]:
    """Returns a new ``code_verifier`` and its ``code_challenge`` (RFC 7636)."""
    verifier = secrets.token_urlsafe(32)
    digest = hashlib.sha256(verifier.encode()).digest()
    return verifier, base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _refuse(path: str, response: http.client.HTTPResponse, body: Any) -> NoReturn:
    said = object_of(body)
    asked = response.getheader("retry-after") or ""
    code, about = str(said.get("error", f"status {response.status}")), said.get("error_description")
    refused = OAuthError(
        f"{code}: {about}" if about else code,
        method="POST",
        path=path,
        idempotency_key=None,
        request_id=response.getheader("x-request-id"),
        status=response.status,
        body=body,
        retry_after=int(asked) if asked.isdigit() else None,
    )
    refused.error, refused.error_description = code, about
    raise refused


def _json_of(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text.decode(errors="replace")


def _tokens_of(body: Any) -> OAuthTokens:
    return OAuthTokens(
        body["access_token"], body["refresh_token"], body["expires_in"], body["user_id"], body.get("state")
    )
