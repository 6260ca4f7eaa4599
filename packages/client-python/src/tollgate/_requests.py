"""Sends requests, and sends them again where that can do no harm."""

from __future__ import annotations

import http.client
import json
import re
import ssl
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, Mapping, NoReturn, Optional, Sequence, Tuple, cast
from urllib.parse import quote, urlencode, urlsplit

from ._credentials import Credential
from ._errors import NoConnectionError, UnknownOutcomeError, error_of
from ._retries import Try, is_worth_another, leaves_open, says_nothing_of_earlier, wait_after

# Longer than a terminal takes at most, which is 300 seconds.
_TERMINAL_SECONDS = 310.0


@dataclass(frozen=True)
class Options:
    """What may be said about any request, beside its fields."""

    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None
    headers: Mapping[str, str] = field(default_factory=lambda: {})


@dataclass(frozen=True)
class Request:
    method: str
    #: Below the address of the gateway, as the description of the API has it: ``/v2/tags/{id}``.
    path: str
    ids: Sequence[str] = ()
    query: Mapping[str, Any] = field(default_factory=lambda: {})
    #: What is sent and its type; None where nothing is.
    content: Optional[Tuple[bytes, str]] = None
    #: A person at a terminal is waited for.
    is_slow: bool = False
    #: The answer is taken as a file.
    is_file: bool = False
    options: Options = Options()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    #: None where there is none; bytes where a file was asked for.
    body: Any


@dataclass(frozen=True)
class _Tried:
    last: Try
    answer: Optional[Answer] = None
    error: Optional[Exception] = None


class Requests:
    def __init__(
        self,
        *,
        base_url: str,
        developer_id: str,
        timeout: float,
        deadline: float,
        most_tries: int,
        ssl_context: Optional[ssl.SSLContext],
    ) -> None:
        if not base_url or not developer_id:
            raise ValueError("Tollgate needs base_url and developer_id.")
        self._address = urlsplit(base_url.rstrip("/"))
        self._developer_id = developer_id
        self._timeout = timeout
        self._deadline = deadline
        self._most_tries = most_tries
        self._ssl = ssl_context
        self.credential: Credential = Credential({})

    def send(self, request: Request, *, is_open: bool = False) -> Answer:
        """Returns the answer to a request. ``is_open``: it needs no user."""
        method, options = request.method, request.options
        is_write = method != "GET" and not is_open
        key = (options.idempotency_key or str(uuid.uuid4())) if is_write and method != "DELETE" else None
        until = time.monotonic() + max(self._deadline, self._timeout_of(request))
        may_be_done = False
        has_renewed = is_open or not self.credential.can_renew
        tries = 0
        while True:
            tries += 1
            tried = self._once(request, key, is_open, until)
            answer, last = tried.answer, tried.last
            if answer is not None and 200 <= answer.status < 300:
                return answer
            # The record may have gone with an earlier try whose answer was lost.
            if last.status == 404 and method == "DELETE" and may_be_done:
                return Answer(204, answer.headers if answer else {}, None)
            if last.status == 401 and not has_renewed:
                self.credential.renew()
                has_renewed = True
                continue
            may_be_done = may_be_done or (is_write and leaves_open(last))
            wait = wait_after(tries, last.retry_after)
            if is_worth_another(last) and tries < self._most_tries and time.monotonic() + wait < until:
                time.sleep(wait)
                continue
            is_unknown = may_be_done and (is_worth_another(last) or says_nothing_of_earlier(last.status))
            _fail(request, key, tried, is_unknown)

    def _timeout_of(self, request: Request) -> float:
        if request.options.timeout is not None:
            return request.options.timeout
        return max(_TERMINAL_SECONDS, self._timeout) if request.is_slow else self._timeout

    def _once(self, request: Request, key: Optional[str], is_open: bool, until: float) -> _Tried:
        """One try. Raises only where signing in failed."""
        headers: Dict[str, str] = {
            "developer-id": self._developer_id,
            "accept": "*/*" if request.is_file else "application/json",
        }
        if request.content is not None:
            headers["content-type"] = request.content[1]
        if key is not None:
            headers["idempotency-key"] = key
        if not is_open:
            headers.update(self.credential.headers())
        headers.update(request.options.headers)
        left = max(0.001, min(self._timeout_of(request), until - time.monotonic()))
        connection = self._connection(left)
        has_left = False
        try:
            connection.connect()
            has_left = True
            body = request.content[0] if request.content else None
            connection.request(request.method, self._address.path + _address_of(request), body=body, headers=headers)
            response = connection.getresponse()
            # Redirects are not followed: the keys would go along, and the API redirects nobody.
            answer = _answer_of(response, request.is_file)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return _Tried(Try(None, never_left=not has_left), error=error)
        finally:
            connection.close()
        asked = answer.headers.get("retry-after", "")
        return _Tried(Try(answer.status, int(asked) if asked.isdigit() else None), answer)

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._address.hostname or "", self._address.port
        if self._address.scheme == "https":
            context = self._ssl or ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)
        return http.client.HTTPConnection(host, port, timeout=timeout)


def _address_of(request: Request) -> str:
    """Path and query. Lists of names are joined by commas, as the API reads them."""
    rest = iter(request.ids)
    filled = re.sub(r"\{\w+\}", lambda _: quote(next(rest), safe=""), request.path)
    sent = {name: _in_query(value) for name, value in request.query.items() if value is not None}
    if not sent:
        return filled
    return f"{filled}{'&' if '?' in filled else '?'}{urlencode(sent)}"


def _in_query(value: Any) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (list, tuple)):
        return ",".join(str(each) for each in cast(Sequence[Any], value))
    return str(value)


def _answer_of(response: http.client.HTTPResponse, is_file: bool) -> Answer:
    """Raises where the answer was cut off, or is no JSON although it is no error."""
    raw = response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    is_good = 200 <= response.status < 300
    if is_file and is_good:
        return Answer(response.status, headers, raw)
    if raw == b"":
        return Answer(response.status, headers, None)
    try:
        return Answer(response.status, headers, json.loads(raw))
    except ValueError:
        # A proxy in front may say in HTML that the gateway is away.
        if not is_good:
            return Answer(response.status, headers, raw.decode(errors="replace"))
        raise


def _fail(request: Request, key: Optional[str], tried: _Tried, is_unknown: bool) -> NoReturn:
    # A query may hold credentials.
    path = request.path.split("?", 1)[0]
    answer = tried.answer
    request_id = answer.headers.get("x-request-id") if answer else None
    location = answer.headers.get("location") if answer else None
    refused = answer and error_of(
        method=request.method,
        path=path,
        idempotency_key=key,
        request_id=request_id,
        status=answer.status,
        body=answer.body,
        retry_after=tried.last.retry_after,
        location=location,
    )
    cause = refused or tried.error
    if is_unknown:
        how = "delete it again" if key is None else "ask again with the same idempotency_key"
        raise UnknownOutcomeError(
            f"it was sent, and whether it was done is not known; {how}",
            method=request.method,
            path=path,
            idempotency_key=key,
            request_id=request_id,
            location=location,
        ) from cause
    if refused:
        raise refused
    message = f"no answer: {tried.error}"
    raise NoConnectionError(message, method=request.method, path=path, idempotency_key=key) from cause
