"""What the methods of every resource have in common. Their names, types and paths are in ``resources.py``."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import IO, Any, List, Mapping, Optional, Sequence, Tuple, Union, cast

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
        content = form if form or body is None else (json.dumps(body).encode(), "application/json")
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


def form_of(fields: Sequence[Tuple[str, str]], files: Sequence[Tuple[str, File]]) -> Tuple[bytes, str]:
    """Returns texts and files as a multipart form, with the type of that."""
    boundary = uuid.uuid4().hex
    parts = [_part(boundary, name, "", text.encode()) for name, text in fields]
    for name, file in files:
        named, content = file if isinstance(file, tuple) else (getattr(file, "name", name), file)
        data = content if isinstance(content, bytes) else content.read()
        file_name = _quoted(str(named).replace("\\", "/").rsplit("/", 1)[-1])
        kind = f'; filename="{file_name}"\r\ncontent-type: application/octet-stream'
        parts.append(_part(boundary, name, kind, data))
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


def record_form(
    name: str, carries: str, fields: Mapping[str, Any], files: Optional[Sequence[File]]
) -> Optional[Tuple[bytes, str]]:
    """Returns a record with files as the API reads it: lists by number, maps as JSON. None where there is no file."""
    if not files:
        return None
    texts: List[Tuple[str, str]] = []
    for field, value in fields.items():
        if isinstance(value, (list, tuple)):
            listed = cast(Sequence[Any], value)
            texts += [(f"{name}[{field}][{index}]", _text_of(each)) for index, each in enumerate(listed)]
        else:
            texts.append((f"{name}[{field}]", _text_of(value)))
    named = [(f"{carries}-{index + 1}", file) if isinstance(file, bytes) else file for index, file in enumerate(files)]
    return form_of(texts, [(f"{name}[{carries}][{index}]", file) for index, file in enumerate(named)])


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)


def _part(boundary: str, name: str, more: str, data: bytes) -> bytes:
    head = f'--{boundary}\r\ncontent-disposition: form-data; name="{_quoted(name)}"{more}\r\n\r\n'
    return head.encode() + data + b"\r\n"


def _quoted(name: str) -> str:
    for character, written in (('"', "%22"), ("\r", "%0D"), ("\n", "%0A")):
        name = name.replace(character, written)
    return name
