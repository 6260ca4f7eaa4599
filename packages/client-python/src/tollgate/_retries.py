"""When a request is sent again, and after how long. Nothing here waits or sends."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Callable, Optional

# Seconds.
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 8.0


@dataclass(frozen=True)
class Try:
    """What became of one try."""

    #: None where no whole answer came.
    status: Optional[int]
    #: Seconds, as the answer says.
    retry_after: Optional[int] = None
    #: Whether the request certainly did not arrive.
    never_left: bool = False


def is_worth_another(last: Try) -> bool:
    """Whether to send it again.

    Every write that can be repeated has an idempotency key, so that none of these can be done twice: the connection
    broke, the gateway or a proxy in front failed, too many requests, or the first one still runs.
    """
    if last.status is None or last.status == 429 or last.status >= 500:
        return True
    return last.status == 409 and last.retry_after is not None


def leaves_open(last: Try) -> bool:
    """Whether the request may have been done although this try brought no final answer.

    429 is said before anything is begun.
    """
    if last.status is None:
        return not last.never_left
    return last.status >= 500 or (last.status == 409 and last.retry_after is not None)


def says_nothing_of_earlier(status: Optional[int]) -> bool:
    """Whether an answer says nothing about an earlier try: that one may have been done, and this one was turned away."""
    return status in (401, 403, 429)


def wait_after(tries: int, retry_after: Optional[int], rand: Callable[[], float] = random.random) -> float:
    """Returns seconds to wait.

    Twice as long each time, spread at random so that clients that failed together do not come back together, and never
    less than the gateway asks for.
    """
    longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** (tries - 1))
    return float(retry_after or 0) + rand() * longest
