"""Signatures: HMAC-SHA-256 by the standard library."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Mapping, Optional, Union
from urllib.parse import parse_qsl, urlencode

from ._errors import PostbackSignatureError


def _signature_of(key: str, text: str) -> str:
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
    encoded = json.dumps(data, separators=(",", ":")).encode().hex()
    query = {
        "developer-id": developer_id,
        "user-id": user_id,
        "hash-key": hash_key(user_id=user_id, user_hash_key=user_hash_key, timestamp=at),
        "timestamp": str(at),
        "data": encoded,
        "data-hash": _signature_of(user_hash_key, f"{user_id}{at}{encoded}"),
    }
    return f"{base_url.rstrip('/')}/v2/{form}?{urlencode(query)}"


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
    several of them; ``now`` Unix seconds. Raises a ``PostbackSignatureError`` where the signature is not right.
    """
    sent = {name.lower(): value for name, value in headers.items()}
    id_, at, signatures = (sent.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not id_ or not at or not signatures:
        raise PostbackSignatureError("The postback is not signed.")
    present = time.time() if now is None else now
    if not re.fullmatch(r"\d{1,12}", at) or abs(present - int(at)) > tolerance_seconds:
        raise PostbackSignatureError("The signature of the postback is too old, or from the future.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{id_}.{at}.".encode() + raw
    given = [each[3:] for each in signatures.split(" ") if each.startswith("v1,")]
    for each in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(_decoded(each), signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(_decoded(signature), expected) for signature in given):
            return _postback_of(id_, raw.decode())
    raise PostbackSignatureError("The signature of the postback is wrong.")


def sign_postback(body: str, secret: str, *, id: str, timestamp: Optional[int] = None) -> Dict[str, str]:
    """Returns the headers that sign a body as a postback is signed, to try a receiver with."""
    at = int(time.time()) if timestamp is None else timestamp
    signed = hmac.new(_decoded(secret), f"{id}.{at}.{body}".encode(), hashlib.sha256).digest()
    signature = f"v1,{base64.b64encode(signed).decode()}"
    return {"webhook-id": id, "webhook-timestamp": str(at), "webhook-signature": signature}


def _decoded(text: str) -> bytes:
    """Returns the bytes of base64, none for what is not."""
    plain = text[len("whsec_") :] if text.startswith("whsec_") else text
    try:
        return base64.b64decode(plain, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _postback_of(id_: str, text: str) -> VerifiedPostback:
    """A postback is JSON or, where the configuration says ``api-form``, a form with the same names."""
    sent: Dict[str, Any] = json.loads(text) if text.startswith("{") else dict(parse_qsl(text, keep_blank_values=True))
    data = sent.get("data")
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except ValueError:
            pass
    return VerifiedPostback(
        id=id_,
        type=str(sent.get("type")),
        resource=str(sent.get("resource")),
        number_of_attempts=int(sent.get("number_of_attempts", 1)),
        data=data,
    )
