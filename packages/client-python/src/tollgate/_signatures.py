"""Signatures: HMAC-SHA-256 by the standard library."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Optional, Union
from urllib.parse import parse_qsl, urlencode

from ._errors import PostbackSignatureError, UnusableSecretError

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def _signature_of(key: str, text: str) -> str:
    if not key:
        raise UnusableSecretError("The key to sign with is empty.")
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def hash_key(*, user_id: str, user_hash_key: str, timestamp: int) -> str:
    """Returns the ``hash-key`` that identifies a user, in hex.

    HMAC-SHA-256 over user id and time (Unix seconds), keyed with ``user_hash_key``. It is good for 15 minutes, at the
    paths that take signatures: payments, stored accounts and forms.
    """
    return _signature_of(user_hash_key, f"{user_id}{timestamp}")


def form_address(
    form: str,
    data: Mapping[str, Any],
    *,
    base_url: str,
    developer_id: str,
    user_id: str,
    user_hash_key: str,
    timestamp: Optional[int] = None,
) -> str:
    """Returns the address of a form that a payer fills in in a frame.

    ``payform`` takes a payment, ``accountform`` stores an account. ``data`` is ``{"transaction": {…}}`` or
    ``{"accountvault": {…}}`` with the options of the form; it is signed too, so that nobody can change the amount.
    ``user_id`` should be a user with ``forms_only``: the payer sees the whole address.
    """
    at = int(time.time()) if timestamp is None else timestamp
    encoded = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode().hex()
    query = {
        "developer-id": developer_id,
        "user-id": user_id,
        "hash-key": hash_key(user_id=user_id, user_hash_key=user_hash_key, timestamp=at),
        "timestamp": str(at),
        "data": encoded,
        "data-hash": _signature_of(user_hash_key, f"{user_id}{at}{encoded}"),
    }
    return f"{base_url.rstrip('/')}/v2/{form}?{urlencode(query)}"


def sign_on_address(
    data: Mapping[str, Any],
    *,
    base_url: str,
    developer_id: str,
    user_id: str,
    user_hash_key: str,
    timestamp: Optional[int] = None,
) -> str:
    """Returns the address of a sign-on link: it makes or updates a contact and opens its page, or a form that charges.

    ``data`` has ``location_id``, ``contact_api_id`` and fields of the contact; ``transaction_amt``, or ``route`` and
    ``params``, to charge. The link is good for 15 minutes, and holds no key.
    """
    at = int(time.time()) if timestamp is None else timestamp
    encoded = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode().hex()
    query = {
        "developer-id": developer_id,
        "user-id": user_id,
        "timestamp": str(at),
        "data": encoded,
        "signature": _signature_of(user_hash_key, f"contactsso.{user_id}.{at}.{encoded}"),
    }
    return f"{base_url.rstrip('/')}/v2/contactsso?{urlencode(query)}"


def sign_card_ticket(
    *, location_api_key: str, ticket_hash_key: str, order_id: str, timestamp: Optional[int] = None
) -> Dict[str, str]:
    """Returns what a page of a shop needs to leave a payer's card at the gateway: good once, for 15 minutes."""
    at = str(int(time.time()) if timestamp is None else timestamp)
    signature = _signature_of(ticket_hash_key, f"{location_api_key}{at}{order_id}")
    return {"location_api_key": location_api_key, "timestamp": at, "order_id": order_id, "signature": signature}


@dataclass(frozen=True)
class VerifiedPostback:
    """What a postback says."""

    #: The same for every try of one postback: what was taken once need not be taken again.
    id: str
    #: CREATE, UPDATE, DELETE or PING.
    type: str
    resource: str
    #: The number of this try, counted from 1.
    number_of_attempts: int
    #: The record, as it was at that moment; ``{"id": …}`` of the configuration for a PING.
    data: Any


# Seconds that the signature of a postback may be old, or ahead.
_TOLERANCE = 300


def verify_postback(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance_seconds: int = _TOLERANCE,
    now: Optional[float] = None,
) -> VerifiedPostback:
    """Verifies the signature of a postback (Standard Webhooks) and returns what it says.

    ``body`` is as it came, not parsed and written again; ``secret`` the ``signing_secret`` of the configuration, or
    several of them; ``now`` Unix seconds. Raises a ``PostbackSignatureError`` for a postback that must not be
    believed, and an ``UnusableSecretError`` when one of the secrets is no signing secret, whatever the others are.
    """
    keys = [_secret_bytes(each) for each in ([secret] if isinstance(secret, str) else secret or [""])]
    if not keys:
        raise UnusableSecretError("No signing secret was given.")
    id_, at, signatures = (_header_of(headers, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not id_ or not at or not signatures:
        raise PostbackSignatureError("The postback is not signed.")
    present = time.time() if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", at) or abs(present - int(at)) > tolerance_seconds:
        raise PostbackSignatureError("The signature of the postback is too old, or from the future.")
    signed = _signed_bytes(id_, at, body)
    given = [_decoded(each[3:]) for each in signatures.split(" ") if each.startswith("v1,")]
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(signature and hmac.compare_digest(signature, expected) for signature in given):
            return _postback_of(id_, body)
    raise PostbackSignatureError("The signature of the postback is wrong.")


def sign_postback(
    body: Union[str, bytes], secret: str, *, id: str, timestamp: Optional[int] = None
) -> Dict[str, str]:
    """Returns the headers that sign a body as a postback is signed, to try a receiver with."""
    at = str(int(time.time()) if timestamp is None else timestamp)
    signed = hmac.new(_secret_bytes(secret), _signed_bytes(id, at, body), hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(signed).decode()}"
    return {"webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature}


def _signed_bytes(id_: str, at: str, body: Union[str, bytes]) -> bytes:
    return f"{id_}.{at}.".encode() + (body.encode(errors="surrogatepass") if isinstance(body, str) else bytes(body))


def _header_of(headers: Mapping[str, Any], name: str) -> str:
    value: Any = next((value for each, value in headers.items() if each.lower() == name), "")
    return str(value[0] if isinstance(value, list) and value else value or "")


def _secret_bytes(secret: Any) -> bytes:
    """Refuses text that is not base64. It would decode to an empty or wrong key, and forged postbacks would verify."""
    plain: str = secret if isinstance(secret, str) else ""
    key = _decoded(plain[len("whsec_") :] if plain.startswith("whsec_") else plain)
    if not key:
        raise UnusableSecretError("A signing secret is whsec_ followed by base64, and nothing else.")
    return key


def _decoded(text: str) -> Optional[bytes]:
    """Returns the bytes of base64; None for text that is empty or is not base64."""
    return base64.b64decode(text) if text and _BASE64.fullmatch(text) else None


def _postback_of(id_: str, body: Union[str, bytes]) -> VerifiedPostback:
    """A postback is JSON or, where the configuration says ``api-form``, a form with the same names."""
    sent: Dict[str, Any]
    try:
        text = body if isinstance(body, str) else bytes(body).decode()
        sent = _json(text) if text.startswith("{") else dict(parse_qsl(text, keep_blank_values=True))
    except ValueError as error:
        raise PostbackSignatureError("The signed body is not a postback.") from error
    type_, resource, attempt, data = (sent.get(name) for name in ("type", "resource", "number_of_attempts", "data"))
    is_counted = not isinstance(attempt, bool) and re.fullmatch(r"[1-9][0-9]{0,8}", str(attempt))
    if not isinstance(type_, str) or not isinstance(resource, str) or "data" not in sent or not is_counted:
        raise PostbackSignatureError("The signed body is not a postback.")
    if isinstance(data, str):
        try:
            data = _json(data)
        except ValueError:
            pass
    return VerifiedPostback(id=id_, type=type_, resource=resource, number_of_attempts=int(str(attempt)), data=data)


def _json(text: str) -> Any:
    """Reads JSON as RFC 8259 has it: Python alone also takes ``NaN`` and ``Infinity``."""
    return json.loads(text, parse_constant=_no_constant)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
