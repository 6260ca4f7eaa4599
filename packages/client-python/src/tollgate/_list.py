"""Lists, read page by page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Generic, Iterator, List, Literal, TypeVar, cast

from ._requests import Request, Requests

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list."""

    records: List[T]
    #: Which page it is, how many records match in all, and how they are sorted.
    meta: Any


class RecordList(Generic[T]):
    """A list that is read page by page, as its records are asked for: ``for tag in tollgate.tags.list(): …``."""

    def __init__(self, requests: Requests, request: Request, plural: str) -> None:
        self._requests = requests
        self._request = request
        self._plural = plural

    def page(self) -> Page[T]:
        """Returns one page: the first, or the one that ``page`` of the query names."""
        body = self._requests.send(self._request).body
        return Page(body[self._plural], body["meta"])

    def file(self, format: Literal["csv", "tsv", "xlsx"]) -> bytes:
        """Returns all records that match as one file, in the order of the list and without pages."""
        query = {**self._request.query, "_format": format}
        return cast(bytes, self._requests.send(replace(self._request, query=query, is_file=True)).body)

    def __iter__(self) -> Iterator[T]:
        """All records from that page on.

        A list that changes meanwhile may show a record twice or leave one out, however it is sorted: a deletion moves the
        records behind it to an earlier page. Collect the records before you delete them, or take a file, which has each
        one once.
        """
        number = int(self._request.query.get("page") or 1)
        while True:
            query = {**self._request.query, "page": number}
            body = self._requests.send(replace(self._request, query=query)).body
            yield from body[self._plural]
            if "next" not in body["meta"]["pagination"]["links"]:
                return
            number += 1
