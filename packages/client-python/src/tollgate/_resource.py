"""What the methods of every resource have in common. Their names, types and paths are in ``resources.py``."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import IO, Any, Mapping, Optional, Sequence, Tuple, Union

from ._list import RecordList
from ._requests import Options, Request, Requests

#: A file to send: its bytes, an open file, or a name with either.
File = Union[bytes, IO[bytes], Tuple[str, Union[bytes, IO[bytes]]]]
Id = Union[str, int]


@dataclass(frozen=True)
class Operation:
    """One operation, as the description of the API has it."""

    method: str
    path: str
    #: What the record or the list is called in the answer; the whole body when left out.
    returns: Optional[str] = None
    is_slow: bool = False
    is_file: bool = False


class Resource:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    def _call(
        self,
        operation: Operation,
        ids: Sequence[Id],
        *,
        body: Any = None,
        form: Optional[Tuple[bytes, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        content = form if body is None else (json.dumps(body).encode(), "application/json")
        options = Options(idempotency_key, timeout, headers or {})
        request = Request(
            operation.method,
            operation.path,
            _checked(operation, ids),
            query or {},
            content,
            operation.is_slow,
            operation.is_file,
            options,
        )
        answer = self._requests.send(request).body
        return answer if operation.returns is None or operation.is_file else answer[operation.returns]

    def _list(
        self,
        operation: Operation,
        ids: Sequence[Id],
        query: Optional[Mapping[str, Any]],
        timeout: Optional[float],
        headers: Optional[Mapping[str, str]],
    ) -> RecordList[Any]:
        options = Options(None, timeout, headers or {})
        request = Request(operation.method, operation.path, _checked(operation, ids), query or {}, options=options)
        return RecordList(self._requests, request, operation.returns or "")


def _checked(operation: Operation, ids: Sequence[Id]) -> Sequence[str]:
    if any(str(each or "") == "" for each in ids):
        raise ValueError(f"{operation.method} {operation.path} needs an id.")
    return [str(each) for each in ids]


def form_of(name: str, file: File) -> Tuple[bytes, str]:
    """Returns a file as a multipart form, with the type of that."""
    named, content = file if isinstance(file, tuple) else (getattr(file, "name", name), file)
    data = content if isinstance(content, bytes) else content.read()
    file_name = str(named).replace("\\", "/").rsplit("/", 1)[-1]
    for character, written in (('"', "%22"), ("\r", "%0D"), ("\n", "%0A")):
        file_name = file_name.replace(character, written)
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
    kind = "content-type: application/octet-stream\r\n\r\n"
    return f"{head}{kind}".encode() + data + f"\r\n--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
