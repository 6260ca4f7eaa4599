"""How a caller says who he is: the ways of the API, each as the headers that it sends."""

from __future__ import annotations

import threading
from typing import Callable, Dict, Optional

from ._signatures import hash_key

Headers = Dict[str, str]


class Credential:
    """Fixed headers, such as those of a user and his API key."""

    #: Whether other headers may help after a 401.
    can_renew = False

    def __init__(self, headers: Headers) -> None:
        self._headers = headers

    def headers(self) -> Headers:
        """Returns what to send with the next request."""
        return self._headers

    def renew(self) -> None:
        """Called after a 401: the next headers are made anew."""


class SignedCredential(Credential):
    """Every request is signed with its own time."""

    def __init__(self, user_id: str, user_hash_key: str, now: Callable[[], float]) -> None:
        super().__init__({})
        self._user_id = user_id
        self._key = user_hash_key
        self._now = now

    def headers(self) -> Headers:
        timestamp = int(self._now())
        signed = hash_key(user_id=self._user_id, user_hash_key=self._key, timestamp=timestamp)
        return {"user-id": self._user_id, "timestamp": str(timestamp), "hash-key": signed}


class TokenCredential(Credential):
    """A token that is made when it is needed, once for all threads, and made again when it has ended."""

    can_renew = True

    def __init__(self, make: Callable[[], str], token: Optional[str] = None) -> None:
        super().__init__({})
        self._make = make
        self._token = token
        self._lock = threading.Lock()

    def headers(self) -> Headers:
        with self._lock:
            if self._token is None:
                self._token = self._make()
            return {"access-token": self._token}

    def renew(self) -> None:
        with self._lock:
            self._token = None


def credential_of(
    *,
    user_id: Optional[str],
    user_api_key: Optional[str],
    user_hash_key: Optional[str],
    access_token: Optional[str],
    renew_token: Optional[Callable[[], str]],
    sign_in: Optional[Callable[[], str]],
    now: Callable[[], float],
) -> Credential:
    """Returns the credential of a caller. Raises a ValueError where none of the ways is complete."""
    if user_id and user_api_key:
        return Credential({"user-id": user_id, "user-api-key": user_api_key})
    if user_id and user_hash_key:
        return SignedCredential(user_id, user_hash_key, now)
    if renew_token:
        return TokenCredential(renew_token, access_token)
    if access_token:
        return Credential({"access-token": access_token})
    if sign_in:
        return TokenCredential(sign_in)
    raise ValueError(
        "Tollgate needs user_id with user_api_key or user_hash_key, or access_token, or domain, username and password."
    )
