"""The client."""

from __future__ import annotations

import json
import ssl
import time
from typing import Any, Callable, Mapping, Optional

from . import types
from ._credentials import credential_of
from ._requests import Options, Request, Requests
from .resources import Resources


class Tollgate(Resources):
    """A gateway, as one caller uses it. May be shared by threads.

    Every resource of the API is a property, by the name of its path: ``tollgate.transactions.create({…})``. Who asks is
    said by ``user_id`` with ``user_api_key`` or ``user_hash_key``, by an ``access_token`` (with ``renew_token``, which
    returns another one when it has ended), or by ``domain``, ``username`` and ``password``.

    ``timeout``: seconds that one try may take (310 at terminals); ``deadline``: a call with all its tries;
    ``most_tries``: 1 never sends anything again; ``now``: returns Unix seconds, for signatures.
    """

    def __init__(
        self,
        *,
        base_url: str,
        developer_id: str,
        user_id: Optional[str] = None,
        user_api_key: Optional[str] = None,
        user_hash_key: Optional[str] = None,
        access_token: Optional[str] = None,
        renew_token: Optional[Callable[[], str]] = None,
        domain: Optional[str] = None,
        username: Optional[str] = None,
        password: Optional[str] = None,
        second_factor: Optional[str] = None,
        timeout: float = 60.0,
        deadline: float = 180.0,
        most_tries: int = 6,
        ssl_context: Optional[ssl.SSLContext] = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        requests = Requests(
            base_url=base_url,
            developer_id=developer_id,
            timeout=timeout,
            deadline=deadline,
            most_tries=most_tries,
            ssl_context=ssl_context,
        )

        def sign_in() -> str:
            login = {"domain": domain, "username": username, "password": password}
            if second_factor:
                login["second_factor"] = second_factor
            sent = (json.dumps(login).encode(), "application/json")
            answer = requests.send(Request("POST", "/v2/token", content=sent), is_open=True)
            return str(answer.body["token"]["token"])

        requests.credential = credential_of(
            user_id=user_id,
            user_api_key=user_api_key,
            user_hash_key=user_hash_key,
            access_token=access_token,
            renew_token=renew_token,
            sign_in=sign_in if domain and username and password else None,
            now=now,
        )
        super().__init__(requests)
        self._requests = requests

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Sends any request, and returns the body of the answer: with the same retries and errors."""
        content = None if body is None else (json.dumps(body).encode(), "application/json")
        options = Options(idempotency_key, timeout, headers or {})
        return self._requests.send(Request(method, path, (), query or {}, content, options=options)).body

    def wait_for_run(self, run: types.Terminalrun, *, at_most: float = 310.0, every: float = 1.0) -> types.Terminalrun:
        """Returns a run at a terminal once it has ended, or as it stands after ``at_most`` seconds."""
        until = time.monotonic() + at_most
        while run["status"] != "ended" and time.monotonic() < until:
            time.sleep(every)
            run = self.terminalruns.get(run["id"])
        return run
