"""The API of a Tollgate payment gateway."""

from ._client import Tollgate
from ._errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    NoConnectionError,
    NotFoundError,
    OAuthError,
    PermissionDeniedError,
    PostbackSignatureError,
    RateLimitError,
    ServerError,
    TollgateError,
    UnknownOutcomeError,
    UnusableSecretError,
    ValidationError,
)
from ._list import Page, RecordList
from ._oauth import OAuth, OAuthTokens, pkce
from ._signatures import (
    VerifiedPostback,
    form_address,
    hash_key,
    sign_card_ticket,
    sign_on_address,
    sign_postback,
    verify_postback,
)

__all__ = [
    "ApiError",
    "AuthenticationError",
    "ConflictError",
    "NoConnectionError",
    "NotFoundError",
    "OAuth",
    "OAuthError",
    "OAuthTokens",
    "Page",
    "PermissionDeniedError",
    "PostbackSignatureError",
    "RateLimitError",
    "RecordList",
    "ServerError",
    "Tollgate",
    "TollgateError",
    "UnknownOutcomeError",
    "UnusableSecretError",
    "ValidationError",
    "VerifiedPostback",
    "form_address",
    "hash_key",
    "pkce",
    "sign_card_ticket",
    "sign_on_address",
    "sign_postback",
    "verify_postback",
]
