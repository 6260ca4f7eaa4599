"""What a call may raise.

Whoever pays with money has to tell three cases apart: it was refused (an ``ApiError``, nothing happened), it certainly
never arrived (a ``NoConnectionError``), or nobody knows (an ``UnknownOutcomeError``).
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Type, cast


class TollgateError(Exception):
    """What all errors of requests have."""

    def __init__(
        self,
        message: str,
        *,
        method: str,
        path: str,
        idempotency_key: Optional[str],
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(f"{method} {path}: {message}")
        self.method = method
        #: As the description of the API has it, such as ``/v2/tags/{id}``.
        self.path = path
        #: The key under which the request was sent; None for one that had none.
        self.idempotency_key = idempotency_key
        #: The id by which the gateway's operator finds the request; None where no answer came.
        self.request_id = request_id


class NoConnectionError(TollgateError):
    """No answer came, and certainly nothing was changed: it never left, or it was a request that only reads."""


class UnknownOutcomeError(TollgateError):
    """It was sent, and no final answer came, so that it may have been done.

    Ask again with the same ``idempotency_key`` (within a day): the answer is then that of the first request, and it is
    never done twice.
    """

    def __init__(
        self,
        message: str,
        *,
        method: str,
        path: str,
        idempotency_key: Optional[str],
        request_id: Optional[str] = None,
        location: Optional[str] = None,
    ) -> None:
        super().__init__(message, method=method, path=path, idempotency_key=idempotency_key, request_id=request_id)
        #: The address of the record that is being made, where the gateway has named it.
        self.location = location


class ApiError(TollgateError):
    """The gateway refused the request."""

    def __init__(
        self,
        message: str,
        *,
        method: str,
        path: str,
        idempotency_key: Optional[str],
        request_id: Optional[str],
        status: int,
        body: Any,
        retry_after: Optional[int],
        location: Optional[str] = None,
    ) -> None:
        super().__init__(message, method=method, path=path, idempotency_key=idempotency_key, request_id=request_id)
        self.status = status
        #: The body of the answer.
        self.body = body
        #: Seconds after which the gateway wants to be asked again; None where it did not say.
        self.retry_after = retry_after
        #: The address of the record that is there already, where the gateway has named it.
        self.location = location


class ValidationError(ApiError):
    """422, and 400 or 409 that name fields: values do not fit."""

    #: Every failing field with all that is wrong with it, as sentences for people.
    fields: Dict[str, List[str]] = {}


class AuthenticationError(ApiError):
    """401: the developer id or the credentials are missing, wrong or have ended."""


class PermissionDeniedError(ApiError):
    """403: the user may not do this."""


class NotFoundError(ApiError):
    """404: there is no such record for this user."""


class ConflictError(ApiError):
    """409: the state of the record does not allow it."""


class RateLimitError(ApiError):
    """429: too many requests, for longer than this call could wait."""


class ServerError(ApiError):
    """5xx to a request that changes nothing, or 503 for what was certainly not begun."""


class OAuthError(ApiError):
    """A refusal in the words of RFC 6749, section 5.2."""

    #: Such as ``invalid_grant``.
    error: str = ""
    #: For a person.
    error_description: Optional[str] = None


class PostbackSignatureError(Exception):
    """The signature of a postback is missing, wrong or too old, or the body is no postback: do not believe it."""


class UnusableSecretError(Exception):
    """A secret of your own configuration cannot be a key: it is empty, or not as the gateway wrote it."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(
    *,
    method: str,
    path: str,
    idempotency_key: Optional[str],
    request_id: Optional[str],
    status: int,
    body: Any,
    retry_after: Optional[int],
    location: Optional[str] = None,
) -> ApiError:
    """Returns the error for an answer that is no success."""
    fields = _fields_of(body)
    said = object_of(body).get("message")
    kind: Type[ApiError]
    if fields is not None:
        kind = ValidationError
        message = "; ".join(f"{field}: {' '.join(texts)}" for field, texts in fields.items())
    else:
        kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
        message = said if isinstance(said, str) else f"answered with status {status}"
    error = kind(
        message,
        method=method,
        path=path,
        idempotency_key=idempotency_key,
        request_id=request_id,
        status=status,
        body=body,
        retry_after=retry_after,
        location=location,
    )
    if isinstance(error, ValidationError) and fields is not None:
        error.fields = fields
    return error


def object_of(value: Any) -> Dict[str, Any]:
    """Returns what is a JSON object, and an empty one for anything else."""
    return cast(Dict[str, Any], value) if isinstance(value, dict) else {}


def _fields_of(body: Any) -> Optional[Dict[str, List[str]]]:
    errors = object_of(body).get("errors")
    if not isinstance(errors, dict):
        return None
    return {field: _texts_of(texts) for field, texts in object_of(errors).items()}


def _texts_of(texts: Any) -> List[str]:
    listed: List[Any] = texts if isinstance(texts, list) else [texts]
    return [str(text) for text in listed]
