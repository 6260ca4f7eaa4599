"""Every operation of the API, as a method."""

# Written by `npm run client` from the description of the API: not to be edited.

from __future__ import annotations

from typing import Literal, Mapping, Optional, Sequence, cast

from . import types
from ._list import RecordList
from ._requests import Requests
from ._resource import File, Id, Operation, Resource, form_of, record_form


class AccountvaultsResource(Resource):
    """A stored card or bank account. Its number is sealed; payments name the record instead of the number."""

    def create(
        self,
        fields: types.AccountvaultCreate,
        *,
        expand: Optional[Sequence[types.AccountvaultsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Accountvault:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/accountvaults", returns="accountvault"),
            [],
            body={"accountvault": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Accountvault", answer)

    def list(
        self,
        query: Optional[types.AccountvaultsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Accountvault]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/accountvaults", returns="accountvaults"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.AccountvaultsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Accountvault:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/accountvaults/{id}", returns="accountvault"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Accountvault", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.AccountvaultUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.AccountvaultsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Accountvault:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/accountvaults/{id}", returns="accountvault"),
            [id],
            body={"accountvault": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Accountvault", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/accountvaults/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def send_microdeposits(
        self,
        id: Id,
        fields: Optional[types.SendAccountvaultMicrodepositsInput] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Microdeposit:
        """Sends two credits below a dollar and one debit of their sum to the bank account, described as ACCTVERIFY."""
        answer = self._call(
            Operation("POST", "/v2/accountvaults/{id}/microdeposits", returns="microdeposit"),
            [id],
            body={"accountvault": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Microdeposit", answer)

    def verify_microdeposits(
        self,
        id: Id,
        fields: types.VerifyAccountvaultMicrodepositsInput,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Microdeposit:
        """Takes the two amounts that were sent, in either order. Wrong ones are 422 and counted; after three the account is locked."""
        answer = self._call(
            Operation("POST", "/v2/accountvaults/{id}/verify", returns="microdeposit"),
            [id],
            body={"accountvault": {**fields}},
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Microdeposit", answer)

    def get_bininfo(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GetAccountvaultBininfoResult:
        """What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422."""
        answer = self._call(
            Operation("GET", "/v2/accountvaults/{id}/bininfo"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GetAccountvaultBininfoResult", answer)


class MicrodepositsResource(Resource):
    """A verification of a stored bank account by two small amounts that its holder reads on a statement."""

    def list(
        self,
        query: Optional[types.MicrodepositsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Microdeposit]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/microdeposits", returns="microdeposits"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.MicrodepositsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Microdeposit:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/microdeposits/{id}", returns="microdeposit"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Microdeposit", answer)


class TicketsResource(Resource):
    """Stands once, and for minutes, for an account that a payment or a vault is made of."""

    def create(
        self,
        fields: types.TicketCreate,
        *,
        expand: Optional[Sequence[types.TicketsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Ticket:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/tickets", returns="ticket"),
            [],
            body={"ticket": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Ticket", answer)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TicketsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Ticket:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/tickets/{id}", returns="ticket"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Ticket", answer)


class TransactionsResource(Resource):
    """One payment with the processor, from the request to what finally became of it. status_id tells the result."""

    def create(
        self,
        fields: types.TransactionCreate,
        *,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/transactions", returns="transaction"),
            [],
            body={"transaction": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def list(
        self,
        query: Optional[types.TransactionsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Transaction]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/transactions", returns="transactions"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/transactions/{id}", returns="transaction"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def void(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {}), "action": "void"}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def authcomplete(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {}), "action": "authcomplete"}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def authincrement(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {}), "action": "authincrement"}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def partialreversal(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {}), "action": "partialreversal"}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def tipadjust(
        self,
        id: Id,
        fields: Optional[types.TransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/transactions/{id}", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {}), "action": "tipadjust"}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def get_bininfo(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GetTransactionBininfoResult:
        """What the first digits of the card tell about it: its issuer, its product, how it is funded. Bank accounts have none: 422."""
        answer = self._call(
            Operation("GET", "/v2/transactions/{id}/bininfo"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GetTransactionBininfoResult", answer)

    def update_ach(
        self,
        id: Id,
        fields: Optional[types.UpdateAchTransactionInput] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Makes a bank payment in place of one that was voided today, with another amount or from another check. Returns the new one."""
        answer = self._call(
            Operation("POST", "/v2/transactions/{id}/achupdate", returns="transaction"),
            [id],
            body={"transaction": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def override(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Voids a bank payment (TEL, POP or C21) that was refused today with reason 1663, and makes it again with the approval of a manager. Takes no fields. Returns the new one."""
        answer = self._call(
            Operation("POST", "/v2/transactions/{id}/override", returns="transaction"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def list_attempts(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ListTransactionAttemptsResult:
        """Lists every request to the processor about the transaction, oldest first, with its answer, and what a person has decided. GET /v2/transactions?is_stuck=1 lists the transactions that wait for a person."""
        answer = self._call(
            Operation("GET", "/v2/transactions/{id}/attempts"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ListTransactionAttemptsResult", answer)

    def resolve(
        self,
        id: Id,
        fields: types.ResolveTransactionInput,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Decides about a transaction that is_stuck, where the processor refuses to take an approval back or gives no answer any more. The same decision again changes nothing."""
        answer = self._call(
            Operation("POST", "/v2/transactions/{id}/resolve", returns="transaction"),
            [id],
            body={"transaction": {**fields}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)


class HostedpaymentpagesResource(Resource):
    """A page on which payers pay a merchant who needs no software for it."""

    def create(
        self,
        fields: types.HostedpaymentpageCreate,
        *,
        expand: Optional[Sequence[types.HostedpaymentpagesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Hostedpaymentpage:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/hostedpaymentpages", returns="hostedpaymentpage"),
            [],
            body={"hostedpaymentpage": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Hostedpaymentpage", answer)

    def list(
        self,
        query: Optional[types.HostedpaymentpagesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Hostedpaymentpage]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/hostedpaymentpages", returns="hostedpaymentpages"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.HostedpaymentpagesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Hostedpaymentpage:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/hostedpaymentpages/{id}", returns="hostedpaymentpage"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Hostedpaymentpage", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.HostedpaymentpageUpdate] = None,
        *,
        expand: Optional[Sequence[types.HostedpaymentpagesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Hostedpaymentpage:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/hostedpaymentpages/{id}", returns="hostedpaymentpage"),
            [id],
            body={"hostedpaymentpage": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Hostedpaymentpage", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/hostedpaymentpages/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def generate_key(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.HostedpaymentpagesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Hostedpaymentpage:
        """Gives the page a new encryption key. Links that were made with the old one open no more."""
        answer = self._call(
            Operation("POST", "/v2/hostedpaymentpages/{id}/generateencryptionkey", returns="hostedpaymentpage"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Hostedpaymentpage", answer)


class QuickinvoicesResource(Resource):
    """A request for payment of listed items, which its recipient pays on a page of its own."""

    def create(
        self,
        fields: types.QuickinvoiceCreate,
        *,
        files: Optional[Sequence[File]] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/quickinvoices", returns="quickinvoice"),
            [],
            body={"quickinvoice": {**fields}},
            form=record_form("quickinvoice", "files", fields, files),
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def list(
        self,
        query: Optional[types.QuickinvoicesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Quickinvoice]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/quickinvoices", returns="quickinvoices"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/quickinvoices/{id}", returns="quickinvoice"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.QuickinvoiceUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/quickinvoices/{id}", returns="quickinvoice"),
            [id],
            body={"quickinvoice": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/quickinvoices/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def reopen(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Opens a closed quick invoice again."""
        answer = self._call(
            Operation("POST", "/v2/quickinvoices/{id}/reopen", returns="quickinvoice"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def resend(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        sms: Optional[Literal[0, 1]] = None,
        email: Optional[Literal[0, 1]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Sends the notification again, by e-mail and SMS as far as there is an address."""
        self._call(
            Operation("POST", "/v2/quickinvoices/{id}/resend"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "sms": sms, "email": email},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )

    def get_pdf(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        """The invoice as a PDF to print, in the language of its contact: Letter in North America, else A4."""
        answer = self._call(
            Operation("GET", "/v2/quickinvoices/{id}/pdf", is_file=True),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("bytes", answer)

    def add_transaction(
        self,
        id: Id,
        fields: types.AddQuickinvoiceTransactionInput,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Counts a transaction that was paid through another medium as a payment of this invoice."""
        answer = self._call(
            Operation("PUT", "/v2/quickinvoices/{id}/addTransaction", returns="quickinvoice"),
            [id],
            body={"quickinvoice": {**fields}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def remove_transaction(
        self,
        id: Id,
        fields: types.RemoveQuickinvoiceTransactionInput,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.QuickinvoicesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Quickinvoice:
        """Takes a transaction off this invoice."""
        answer = self._call(
            Operation("PUT", "/v2/quickinvoices/{id}/removeTransaction", returns="quickinvoice"),
            [id],
            body={"quickinvoice": {**fields}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Quickinvoice", answer)

    def attach_file(
        self,
        id: Id,
        file: File,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.File:
        """Attaches a file, sent as the part `file[file]` of a multipart body."""
        answer = self._call(
            Operation("POST", "/v2/quickinvoices/{id}/files", returns="file"),
            [id],
            form=form_of([], [("file[file]", file)]),
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.File", answer)

    def list_files(
        self,
        id: Id,
        query: Optional[types.QuickinvoicesListFilesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.File]:
        """Lists the attached files, newest first, on one page; `/v2/files?resource_id=` filters and sorts them."""
        return self._list(Operation("GET", "/v2/quickinvoices/{id}/files", returns="files"), [id], query, timeout, headers)

    def download_file(
        self,
        id: Id,
        file_id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        """Downloads an attached file."""
        answer = self._call(
            Operation("GET", "/v2/quickinvoices/{id}/files/{file_id}", is_file=True),
            [id, file_id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("bytes", answer)

    def delete_file(
        self,
        id: Id,
        file_id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes an attached file."""
        self._call(
            Operation("DELETE", "/v2/quickinvoices/{id}/files/{file_id}"),
            [id, file_id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )


class PaylinksResource(Resource):
    """A link on which one amount is paid, once."""

    def create(
        self,
        fields: types.PaylinkCreate,
        *,
        expand: Optional[Sequence[types.PaylinksExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Paylink:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/paylinks", returns="paylink"),
            [],
            body={"paylink": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Paylink", answer)

    def list(
        self,
        query: Optional[types.PaylinksQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Paylink]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/paylinks", returns="paylinks"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.PaylinksExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Paylink:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/paylinks/{id}", returns="paylink"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Paylink", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.PaylinkUpdate] = None,
        *,
        expand: Optional[Sequence[types.PaylinksExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Paylink:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/paylinks/{id}", returns="paylink"),
            [id],
            body={"paylink": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Paylink", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/paylinks/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def resend(
        self,
        id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Sends the link again, also a closed one: the ways delivery_method says, or to every recipient there is when it says none."""
        self._call(
            Operation("POST", "/v2/paylinks/{id}/resend"),
            [id],
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )

    def get_qrcode(
        self,
        id: Id,
        *,
        format: Optional[Literal["svg", "png"]] = None,
        size: Optional[int] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        """The address of the pay page as a QR code, an image in SVG or PNG."""
        answer = self._call(
            Operation("GET", "/v2/paylinks/{id}/qrcode", is_file=True),
            [id],
            query={"format": format, "size": size},
            timeout=timeout,
            headers=headers,
        )
        return cast("bytes", answer)


class RecurringsResource(Resource):
    """A series of payments from a stored account, made by the gateway on their days."""

    def create(
        self,
        fields: types.RecurringCreate,
        *,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/recurrings", returns="recurring"),
            [],
            body={"recurring": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def list(
        self,
        query: Optional[types.RecurringsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Recurring]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/recurrings", returns="recurrings"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/recurrings/{id}", returns="recurring"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.RecurringUpdate] = None,
        *,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/recurrings/{id}", returns="recurring"),
            [id],
            body={"recurring": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/recurrings/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def skip_payment(
        self,
        id: Id,
        *,
        skip_count: Optional[int] = None,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Gives up the next payments; the end date stays. An installment recurring collects that many payments less."""
        answer = self._call(
            Operation("POST", "/v2/recurrings/{id}/skipPayment", returns="recurring"),
            [id],
            query={"skip_count": skip_count, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def defer_payment(
        self,
        id: Id,
        *,
        defer_count: Optional[int] = None,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Moves the next payments of an installment recurring behind its last one, so that all are still collected."""
        answer = self._call(
            Operation("POST", "/v2/recurrings/{id}/deferPayment", returns="recurring"),
            [id],
            query={"defer_count": defer_count, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def place_on_hold(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Pauses the recurring: nothing runs until it is activated, and no payment is lost."""
        answer = self._call(
            Operation("POST", "/v2/recurrings/{id}/placeOnHold", returns="recurring"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def activate(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Recurring:
        """Goes on after a pause, with the first date of the schedule that is not past."""
        answer = self._call(
            Operation("POST", "/v2/recurrings/{id}/activate", returns="recurring"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Recurring", answer)

    def preview(
        self,
        id: Id,
        *,
        count: Optional[int] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PreviewRecurringResult:
        """Shows when the next payments will run."""
        answer = self._call(
            Operation("GET", "/v2/recurrings/{id}/preview"),
            [id],
            query={"count": count},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.PreviewRecurringResult", answer)

    def list_runs(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ListRecurringRunsResult:
        """Lists the latest 1000 dates that have come: whether a payment was made (approved or declined) or the date was missed."""
        answer = self._call(
            Operation("GET", "/v2/recurrings/{id}/runs"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ListRecurringRunsResult", answer)


class TagsResource(Resource):
    """A word by which a location sorts its invoices, paylinks, recurrings and payments."""

    def create(
        self,
        fields: types.TagCreate,
        *,
        expand: Optional[Sequence[types.TagsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Tag:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/tags", returns="tag"),
            [],
            body={"tag": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Tag", answer)

    def list(
        self,
        query: Optional[types.TagsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Tag]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/tags", returns="tags"), [], query, timeout, headers)

    def delete_named(
        self,
        fields: Optional[types.DeleteNamedTagInput] = None,
        *,
        id: Optional[str] = None,
        title: Optional[str] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the tag that the query or the body names."""
        self._call(
            Operation("DELETE", "/v2/tags"),
            [],
            body={"tag": {**(fields or {})}},
            query={"id": id, "title": title, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TagsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Tag:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/tags/{id}", returns="tag"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Tag", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.TagUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TagsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Tag:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/tags/{id}", returns="tag"),
            [id],
            body={"tag": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Tag", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/tags/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )


class QuickInvoiceViewsResource(Resource):
    """One time that the page of an invoice was opened."""

    def list(
        self,
        query: Optional[types.QuickInvoiceViewsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.QuickInvoiceView]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/quick_invoice_views", returns="quick_invoice_views"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.QuickInvoiceViewsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.QuickInvoiceView:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/quick_invoice_views/{id}", returns="quick_invoice_view"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.QuickInvoiceView", answer)


class QuickInvoiceSettingsResource(Resource):
    """What new invoices of a location start with."""

    def create(
        self,
        fields: types.QuickInvoiceSettingCreate,
        *,
        expand: Optional[Sequence[types.QuickInvoiceSettingsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.QuickInvoiceSetting:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/quick_invoice_settings", returns="quick_invoice_setting"),
            [],
            body={"quick_invoice_setting": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.QuickInvoiceSetting", answer)

    def list(
        self,
        query: Optional[types.QuickInvoiceSettingsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.QuickInvoiceSetting]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/quick_invoice_settings", returns="quick_invoice_settings"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.QuickInvoiceSettingsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.QuickInvoiceSetting:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/quick_invoice_settings/{id}", returns="quick_invoice_setting"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.QuickInvoiceSetting", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.QuickInvoiceSettingUpdate] = None,
        *,
        expand: Optional[Sequence[types.QuickInvoiceSettingsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.QuickInvoiceSetting:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/quick_invoice_settings/{id}", returns="quick_invoice_setting"),
            [id],
            body={"quick_invoice_setting": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.QuickInvoiceSetting", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/quick_invoice_settings/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class ContactsResource(Resource):
    """A customer of a location: who pays, how he is reached, and what was agreed with him."""

    def create(
        self,
        fields: types.ContactCreate,
        *,
        expand: Optional[Sequence[types.ContactsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Contact:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/contacts", returns="contact"),
            [],
            body={"contact": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Contact", answer)

    def list(
        self,
        query: Optional[types.ContactsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Contact]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/contacts", returns="contacts"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.ContactsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Contact:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/contacts/{id}", returns="contact"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Contact", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ContactUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.ContactsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Contact:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/contacts/{id}", returns="contact"),
            [id],
            body={"contact": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Contact", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/contacts/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def attach_file(
        self,
        id: Id,
        file: File,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.File:
        """Attaches a file, sent as the part `file[file]` of a multipart body."""
        answer = self._call(
            Operation("POST", "/v2/contacts/{id}/files", returns="file"),
            [id],
            form=form_of([], [("file[file]", file)]),
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.File", answer)

    def list_files(
        self,
        id: Id,
        query: Optional[types.ContactsListFilesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.File]:
        """Lists the attached files, newest first, on one page; `/v2/files?resource_id=` filters and sorts them."""
        return self._list(Operation("GET", "/v2/contacts/{id}/files", returns="files"), [id], query, timeout, headers)

    def download_file(
        self,
        id: Id,
        file_id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        """Downloads an attached file."""
        answer = self._call(
            Operation("GET", "/v2/contacts/{id}/files/{file_id}", is_file=True),
            [id, file_id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("bytes", answer)

    def delete_file(
        self,
        id: Id,
        file_id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes an attached file."""
        self._call(
            Operation("DELETE", "/v2/contacts/{id}/files/{file_id}"),
            [id, file_id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )


class NotesResource(Resource):
    """A note that people keep with a contact or another record."""

    def create(
        self,
        fields: types.NoteCreate,
        *,
        expand: Optional[Sequence[types.NotesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Note:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/notes", returns="note"),
            [],
            body={"note": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Note", answer)

    def list(
        self,
        query: Optional[types.NotesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Note]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/notes", returns="notes"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.NotesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Note:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/notes/{id}", returns="note"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Note", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.NoteUpdate] = None,
        *,
        expand: Optional[Sequence[types.NotesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Note:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/notes/{id}", returns="note"),
            [id],
            body={"note": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Note", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/notes/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class FilesResource(Resource):
    """A file that is attached to a contact or an invoice."""

    def list(
        self,
        query: Optional[types.FilesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.File]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/files", returns="files"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.FilesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.File:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/files/{id}", returns="file"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.File", answer)


class RefundapprovalsResource(Resource):
    """The approval of a refund or credit by a second person, where its product asks for one (refund_approval_amount)."""

    def create(
        self,
        fields: types.RefundapprovalCreate,
        *,
        expand: Optional[Sequence[types.RefundapprovalsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refundapproval:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/refundapprovals", returns="refundapproval"),
            [],
            body={"refundapproval": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Refundapproval", answer)

    def list(
        self,
        query: Optional[types.RefundapprovalsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Refundapproval]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/refundapprovals", returns="refundapprovals"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RefundapprovalsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refundapproval:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/refundapprovals/{id}", returns="refundapproval"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Refundapproval", answer)

    def approve(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RefundapprovalsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refundapproval:
        """Approves a refund for the user who asked for it. By another user, whom that one has neither made nor changed; not by an integration or a limited key."""
        answer = self._call(
            Operation("POST", "/v2/refundapprovals/{id}/approve", returns="refundapproval"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Refundapproval", answer)

    def refuse(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.RefundapprovalsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Refundapproval:
        """Refuses a refund, which can be asked for again."""
        answer = self._call(
            Operation("POST", "/v2/refundapprovals/{id}/refuse", returns="refundapproval"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Refundapproval", answer)


class TransactionbatchesResource(Resource):
    """The payments of a product that are settled together."""

    def list(
        self,
        query: Optional[types.TransactionbatchesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Transactionbatch]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/transactionbatches", returns="transactionbatches"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TransactionbatchesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionbatch:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/transactionbatches/{id}", returns="transactionbatch"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionbatch", answer)

    def settle(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TransactionbatchesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionbatch:
        """Closes the batch and has the processor settle it. processing_status_id tells what came of it: 2 settled, 3 refused (settle it again once that is mended), 5 not known yet."""
        answer = self._call(
            Operation("POST", "/v2/transactionbatches/{id}/settle", returns="transactionbatch"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionbatch", answer)

    def reprocess(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TransactionbatchesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionbatch:
        """Has a batch that was refused (3) settled again with the next cut-off (4), also where the product does not settle by itself."""
        answer = self._call(
            Operation("POST", "/v2/transactionbatches/{id}/reprocess", returns="transactionbatch"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionbatch", answer)

    def get_report(
        self,
        id: Id,
        *,
        _format: Optional[Literal["json", "csv"]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GetTransactionbatchReportResult:
        """What the batch holds and comes to, by card and action, and whether the processor's own file says the same: reconciled is true or false, and null where nothing was settled yet or there is no file."""
        answer = self._call(
            Operation("GET", "/v2/transactionbatches/{id}/report"),
            [id],
            query={"_format": _format},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GetTransactionbatchReportResult", answer)

    def force_close(
        self,
        id: Id,
        fields: Optional[types.ForceCloseTransactionbatchInput] = None,
        *,
        expand: Optional[Sequence[types.TransactionbatchesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionbatch:
        """Closes a batch without the processor (6): one that was settled another way, or never will be. Nothing of it is settled by the gateway after this."""
        answer = self._call(
            Operation("POST", "/v2/transactionbatches/{id}/forceclose", returns="transactionbatch"),
            [id],
            body={"transactionbatch": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionbatch", answer)


class DiscrepanciesResource(Resource):
    """A difference between what the gateway and a processor, a bank or a terminal say of a payment."""

    def list(
        self,
        query: Optional[types.DiscrepanciesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Discrepancy]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/discrepancies", returns="discrepancies"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.DiscrepanciesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Discrepancy:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/discrepancies/{id}", returns="discrepancy"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Discrepancy", answer)

    def explain(
        self,
        id: Id,
        fields: types.ExplainDiscrepancyInput,
        *,
        expand: Optional[Sequence[types.DiscrepanciesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Discrepancy:
        """Closes a discrepancy that a person has looked into. It opens again when either side changes what it says."""
        answer = self._call(
            Operation("POST", "/v2/discrepancies/{id}/explain", returns="discrepancy"),
            [id],
            body={"discrepancy": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Discrepancy", answer)


class TransactionhistoriesResource(Resource):
    """One status that a payment had, and since when."""

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionhistory:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/transactionhistories/{id}", returns="transactionhistory"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionhistory", answer)


class Transactionlevel3sResource(Resource):
    """The enhanced data of a payment with a company's card. One record belongs to one payment; a POST replaces it."""

    def create(
        self,
        fields: types.Transactionlevel3Create,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionlevel3:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/transactionlevel3s", returns="transactionlevel3"),
            [],
            body={"transactionlevel3": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionlevel3", answer)

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transactionlevel3:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/transactionlevel3s/{id}", returns="transactionlevel3"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transactionlevel3", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/transactionlevel3s/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class PostbackconfigsResource(Resource):
    """Where changes of records are posted (webhooks)."""

    def create(
        self,
        fields: types.PostbackconfigCreate,
        *,
        expand: Optional[Sequence[types.PostbackconfigsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Postbackconfig:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/postbackconfigs", returns="postbackconfig"),
            [],
            body={"postbackconfig": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Postbackconfig", answer)

    def list(
        self,
        query: Optional[types.PostbackconfigsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Postbackconfig]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/postbackconfigs", returns="postbackconfigs"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.PostbackconfigsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Postbackconfig:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/postbackconfigs/{id}", returns="postbackconfig"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Postbackconfig", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.PostbackconfigUpdate] = None,
        *,
        expand: Optional[Sequence[types.PostbackconfigsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Postbackconfig:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/postbackconfigs/{id}", returns="postbackconfig"),
            [id],
            body={"postbackconfig": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Postbackconfig", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/postbackconfigs/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def rotate_secret(
        self,
        id: Id,
        fields: Optional[types.RotatePostbackconfigSecretInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.RotatePostbackconfigSecretResult:
        """Makes a new signing_secret and shows it; the old one signs too until the overlap is over."""
        answer = self._call(
            Operation("POST", "/v2/postbackconfigs/{id}/rotatesecret"),
            [id],
            body={"postbackconfig": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.RotatePostbackconfigSecretResult", answer)

    def ping(
        self,
        id: Id,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PingPostbackconfigResult:
        """Sends a postback of type PING, with the data {"id"} of the configuration. The answer names its postback log."""
        answer = self._call(
            Operation("POST", "/v2/postbackconfigs/{id}/ping"),
            [id],
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.PingPostbackconfigResult", answer)

    def replay_postbacks(
        self,
        id: Id,
        fields: Optional[types.ReplayPostbacksInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ReplayPostbacksResult:
        """Sends postbacks that are over once more, oldest first, with the same data and webhook-id; 10,000 at a time."""
        answer = self._call(
            Operation("POST", "/v2/postbackconfigs/{id}/replay"),
            [id],
            body={"postbackconfig": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ReplayPostbacksResult", answer)


class PostbacklogsResource(Resource):
    """One postback with its state; its attempts are embedded by expand."""

    def list(
        self,
        query: Optional[types.PostbacklogsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.PostbackLog]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/postbacklogs", returns="postbacklogs"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.PostbacklogsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PostbackLog:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/postbacklogs/{id}", returns="postback_log"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.PostbackLog", answer)

    def replay(
        self,
        id: Id,
        fields: Optional[types.ReplayPostbackLogInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PostbackLog:
        """Sends a postback that is over once more, with the same data and webhook-id. Answers the new postback log."""
        answer = self._call(
            Operation("POST", "/v2/postbacklogs/{id}/replay", returns="postback_log"),
            [id],
            body={"postback_log": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.PostbackLog", answer)


class PostbackattemptsResource(Resource):
    """One attempt to deliver a postback: request and response."""

    def list(
        self,
        query: Optional[types.PostbackattemptsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.PostbackAttempt]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/postbackattempts", returns="postbackattempts"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.PostbackattemptsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.PostbackAttempt:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/postbackattempts/{id}", returns="postback_attempt"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.PostbackAttempt", answer)


class ReasoncodesResource(Resource):
    """A reason for the status of a payment; the same for all merchants."""

    def list(
        self,
        query: Optional[types.ReasoncodesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Reasoncode]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/reasoncodes", returns="reasoncodes"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Reasoncode:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/reasoncodes/{id}", returns="reasoncode"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Reasoncode", answer)


class TerminalsResource(Resource):
    """A payment terminal of a location."""

    def create(
        self,
        fields: types.TerminalCreate,
        *,
        expand: Optional[Sequence[types.TerminalsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminal:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/terminals", returns="terminal"),
            [],
            body={"terminal": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminal", answer)

    def list(
        self,
        query: Optional[types.TerminalsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminal]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminals", returns="terminals"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TerminalsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminal:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminals/{id}", returns="terminal"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminal", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.TerminalUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TerminalsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminal:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/terminals/{id}", returns="terminal"),
            [id],
            body={"terminal": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminal", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/terminals/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def is_online(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.IsTerminalOnlineResult:
        """Whether the device answers at this moment: `{"terminal": {"id", "online": true}}`, or 503."""
        answer = self._call(
            Operation("GET", "/v2/terminals/{id}/isOnline"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.IsTerminalOnlineResult", answer)


class TerminalrunsResource(Resource):
    """One request at a terminal, from its beginning to what became of it."""

    def list(
        self,
        query: Optional[types.TerminalrunsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalrun]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalruns", returns="terminalruns"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TerminalrunsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalrun:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalruns/{id}", returns="terminalrun"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalrun", answer)

    def cancel(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TerminalrunsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalrun:
        """Asks the terminal to stop. What was authorised before stays authorised: the run tells how it ended."""
        answer = self._call(
            Operation("POST", "/v2/terminalruns/{id}/cancel", returns="terminalrun"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalrun", answer)

    def abandon(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TerminalrunsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalrun:
        """Gives a terminal up for lost, whose run is unknown: it is free for other requests, and the processor is asked what became of the payment. Approved, the payment stands; never seen, it is ruled out, so that the terminal cannot charge with it later."""
        answer = self._call(
            Operation("POST", "/v2/terminalruns/{id}/abandon", returns="terminalrun"),
            [id],
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalrun", answer)


class RoutertransactionsResource(Resource):
    """A payment that a terminal takes: the answer comes when the payer is done."""

    def create(
        self,
        fields: types.CreateRoutertransactionInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Transaction:
        """Asks a terminal for a payment and answers when it is done, within its overall_timeout. With Prefer: respond-async it answers 202 at once."""
        answer = self._call(
            Operation("POST", "/v2/routertransactions", returns="transaction", is_slow=True),
            [],
            body={"routertransaction": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Transaction", answer)

    def start(
        self,
        fields: types.CreateRoutertransactionInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalrun:
        """Asks a terminal for a payment and answers when it is done, within its overall_timeout. With Prefer: respond-async it answers 202 at once. This returns the run at once: Prefer: respond-async is sent."""
        answer = self._call(
            Operation("POST", "/v2/routertransactions", returns="terminalrun"),
            [],
            body={"routertransaction": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers={"prefer": "respond-async", **(headers or {})},
        )
        return cast("types.Terminalrun", answer)


class RouteraccountvaultsResource(Resource):
    """A card that a terminal reads and the gateway stores for a contact."""

    def create(
        self,
        fields: types.CreateRouteraccountvaultInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Accountvault:
        """Has a terminal read a card and keeps it as an account vault of the contact; answers when the terminal is done."""
        answer = self._call(
            Operation("POST", "/v2/routeraccountvaults", returns="accountvault", is_slow=True),
            [],
            body={"routeraccountvault": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Accountvault", answer)

    def start(
        self,
        fields: types.CreateRouteraccountvaultInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalrun:
        """Has a terminal read a card and keeps it as an account vault of the contact; answers when the terminal is done. This returns the run at once: Prefer: respond-async is sent."""
        answer = self._call(
            Operation("POST", "/v2/routeraccountvaults", returns="terminalrun"),
            [],
            body={"routeraccountvault": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers={"prefer": "respond-async", **(headers or {})},
        )
        return cast("types.Terminalrun", answer)


class TerminalagentsResource(Resource):
    """A program in the shop through which terminals are reached that have no address in the internet."""

    def create(
        self,
        fields: types.TerminalagentCreate,
        *,
        expand: Optional[Sequence[types.TerminalagentsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalagent:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/terminalagents", returns="terminalagent"),
            [],
            body={"terminalagent": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalagent", answer)

    def list(
        self,
        query: Optional[types.TerminalagentsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalagent]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalagents", returns="terminalagents"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TerminalagentsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalagent:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalagents/{id}", returns="terminalagent"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalagent", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.TerminalagentUpdate] = None,
        *,
        expand: Optional[Sequence[types.TerminalagentsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalagent:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/terminalagents/{id}", returns="terminalagent"),
            [id],
            body={"terminalagent": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalagent", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/terminalagents/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def generate_key(
        self,
        id: Id,
        fields: Optional[types.GenerateTerminalagentKeyInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GenerateTerminalagentKeyResult:
        """Makes a key for the agent and shows it this once, as TOLLGATE_AGENT_KEY of its program; one it had stops working. With an access token it needs the own password."""
        answer = self._call(
            Operation("POST", "/v2/terminalagents/{id}/generatekey"),
            [id],
            body={"terminalagent": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GenerateTerminalagentKeyResult", answer)


class TerminalapplicationsResource(Resource):
    """The software of a terminal and what it can do; the same for all merchants."""

    def list(
        self,
        query: Optional[types.TerminalapplicationsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalapplication]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalapplications", returns="terminalapplications"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalapplication:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalapplications/{id}", returns="terminalapplication"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalapplication", answer)


class TerminalcvmsResource(Resource):
    """How a terminal verifies the cardholder; the same for all merchants."""

    def list(
        self,
        query: Optional[types.TerminalcvmsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalcvm]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalcvms", returns="terminalcvms"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.TerminalcvmsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalcvm:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalcvms/{id}", returns="terminalcvm"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalcvm", answer)


class TerminalinfosResource(Resource):
    """A terminal as a till needs it. Read only."""

    def list(
        self,
        query: Optional[types.TerminalinfosQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalinfo]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalinfos", returns="terminalinfos"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.TerminalinfosExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalinfo:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalinfos/{id}", returns="terminalinfo"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalinfo", answer)


class TerminalmanufacturersResource(Resource):
    """A maker of terminals; the same for all merchants."""

    def list(
        self,
        query: Optional[types.TerminalmanufacturersQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Terminalmanufacturer]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/terminalmanufacturers", returns="terminalmanufacturers"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Terminalmanufacturer:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/terminalmanufacturers/{id}", returns="terminalmanufacturer"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Terminalmanufacturer", answer)


class ScannersResource(Resource):
    """A device that reads checks."""

    def create(
        self,
        fields: types.ScannerCreate,
        *,
        expand: Optional[Sequence[types.ScannersExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Scanner:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/scanners", returns="scanner"),
            [],
            body={"scanner": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Scanner", answer)

    def list(
        self,
        query: Optional[types.ScannersQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Scanner]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/scanners", returns="scanners"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ScannersExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Scanner:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/scanners/{id}", returns="scanner"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Scanner", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ScannerUpdate] = None,
        *,
        expand: Optional[Sequence[types.ScannersExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Scanner:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/scanners/{id}", returns="scanner"),
            [id],
            body={"scanner": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Scanner", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/scanners/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class ScannermodelsResource(Resource):
    """A model of scanner; the same for all merchants."""

    def list(
        self,
        query: Optional[types.ScannermodelsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Scannermodel]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/scannermodels", returns="scannermodels"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ScannermodelsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Scannermodel:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/scannermodels/{id}", returns="scannermodel"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Scannermodel", answer)


class ScannermanufacturersResource(Resource):
    """A maker of scanners; the same for all merchants."""

    def list(
        self,
        query: Optional[types.ScannermanufacturersQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Scannermanufacturer]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/scannermanufacturers", returns="scannermanufacturers"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Scannermanufacturer:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/scannermanufacturers/{id}", returns="scannermanufacturer"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Scannermanufacturer", answer)


class DevicetermsResource(Resource):
    """Terms that a terminal shows to a customer, and what the customer said to them."""

    def create(
        self,
        fields: types.DevicetermCreate,
        *,
        expand: Optional[Sequence[types.DevicetermsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Deviceterm:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/deviceterms", returns="deviceterm"),
            [],
            body={"deviceterm": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Deviceterm", answer)

    def list(
        self,
        query: Optional[types.DevicetermsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Deviceterm]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/deviceterms", returns="deviceterms"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.DevicetermsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Deviceterm:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/deviceterms/{id}", returns="deviceterm"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Deviceterm", answer)


class SignaturesResource(Resource):
    """A signature, as a picture, on a payment, a vault, a recurring or terms."""

    def create(
        self,
        fields: types.SignatureCreate,
        *,
        expand: Optional[Sequence[types.SignaturesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Signature:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/signatures", returns="signature"),
            [],
            body={"signature": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Signature", answer)

    def list(
        self,
        query: Optional[types.SignaturesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Signature]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/signatures", returns="signatures"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.SignaturesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Signature:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/signatures/{id}", returns="signature"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Signature", answer)


class LocationsResource(Resource):
    """A merchant's place of business. Locations form a tree: callers see their own and all below it."""

    def create(
        self,
        fields: types.LocationCreate,
        *,
        expand: Optional[Sequence[types.LocationsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Location:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/locations", returns="location"),
            [],
            body={"location": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Location", answer)

    def list(
        self,
        query: Optional[types.LocationsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Location]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/locations", returns="locations"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.LocationsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Location:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/locations/{id}", returns="location"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Location", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.LocationUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.LocationsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Location:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/locations/{id}", returns="location"),
            [id],
            body={"location": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Location", answer)

    def delete(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/locations/{id}"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def upload_logo(
        self,
        id: Id,
        file: File,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.LocationsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Location:
        """Stores a picture, sent as the part `file[file]` of a multipart body, and sets `receipt_logo` to its address. Pages, receipts and mails show it."""
        answer = self._call(
            Operation("POST", "/v2/locations/{id}/logo", returns="location"),
            [id],
            form=form_of([], [("file[file]", file)]),
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Location", answer)


class ProducttransactionsResource(Resource):
    """What a location takes payments with: one account for cards or for bank payments, with all that is demanded of a payment."""

    def create(
        self,
        fields: types.ProducttransactionCreate,
        *,
        expand: Optional[Sequence[types.ProducttransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Producttransaction:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/producttransactions", returns="producttransaction"),
            [],
            body={"producttransaction": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Producttransaction", answer)

    def list(
        self,
        query: Optional[types.ProducttransactionsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Producttransaction]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/producttransactions", returns="producttransactions"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.ProducttransactionsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Producttransaction:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/producttransactions/{id}", returns="producttransaction"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Producttransaction", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ProducttransactionUpdate] = None,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.ProducttransactionsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Producttransaction:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/producttransactions/{id}", returns="producttransaction"),
            [id],
            body={"producttransaction": {**(fields or {})}},
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Producttransaction", answer)

    def get_processor(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GetProducttransactionProcessorResult:
        """The connector and the account at it that new payments of the product are made with. For operators."""
        answer = self._call(
            Operation("GET", "/v2/producttransactions/{id}/processor"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GetProducttransactionProcessorResult", answer)

    def set_processor(
        self,
        id: Id,
        fields: types.SetProducttransactionProcessorInput,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.SetProducttransactionProcessorResult:
        """Gives the product its connector and its account there, for what begins afterwards; open payments stay where they are. Secrets alone replace the earlier ones, for open payments too. The same again changes nothing. For operators."""
        answer = self._call(
            Operation("PUT", "/v2/producttransactions/{id}/processor"),
            [id],
            body={"producttransaction": {**fields}},
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.SetProducttransactionProcessorResult", answer)

    def remove_processor(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Takes the product from its connector: nothing new begins there, and what is open is still reached. For operators."""
        self._call(
            Operation("DELETE", "/v2/producttransactions/{id}/processor"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            timeout=timeout,
            headers=headers,
        )

    def check_processor(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.CheckProducttransactionProcessorResult:
        """Makes one harmless call to the processor, to see whether address and credentials work. For operators."""
        answer = self._call(
            Operation("POST", "/v2/producttransactions/{id}/processor/check"),
            [id],
            query={"api_id": api_id, "location_id": location_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.CheckProducttransactionProcessorResult", answer)


class SurchargesResource(Resource):
    """What a merchant adds to payments by credit card. Debit and prepaid cards and bank accounts never carry it."""

    def create(
        self,
        fields: types.SurchargeCreate,
        *,
        expand: Optional[Sequence[types.SurchargesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Surcharge:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/surcharges", returns="surcharge"),
            [],
            body={"surcharge": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Surcharge", answer)

    def list(
        self,
        query: Optional[types.SurchargesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Surcharge]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/surcharges", returns="surcharges"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.SurchargesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Surcharge:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/surcharges/{id}", returns="surcharge"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Surcharge", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.SurchargeUpdate] = None,
        *,
        expand: Optional[Sequence[types.SurchargesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Surcharge:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/surcharges/{id}", returns="surcharge"),
            [id],
            body={"surcharge": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Surcharge", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/surcharges/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class UsersResource(Resource):
    """A person or a program that calls the API or signs in. It belongs to a location and sees that and all below it."""

    def create(
        self,
        fields: types.UserCreate,
        *,
        expand: Optional[Sequence[types.UsersExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.User:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/users", returns="user"),
            [],
            body={"user": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.User", answer)

    def list(
        self,
        query: Optional[types.UsersQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.User]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/users", returns="users"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.UsersExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.User:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/users/{id}", returns="user"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.User", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.UserUpdate] = None,
        *,
        expand: Optional[Sequence[types.UsersExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.User:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/users/{id}", returns="user"),
            [id],
            body={"user": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.User", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/users/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def get_current(
        self,
        *,
        expand: Optional[Sequence[types.UsersExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.User:
        """Returns the user whose credentials the request carries."""
        answer = self._call(
            Operation("GET", "/v2/users/me", returns="user"),
            [],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.User", answer)

    def generate_api_key(
        self,
        id: Id,
        fields: Optional[types.GenerateUserApiKeyInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GenerateUserApiKeyResult:
        """Makes a new user_api_key and shows it this once; the old one stops working. With an access token it needs the own password."""
        answer = self._call(
            Operation("POST", "/v2/users/{id}/generateuserapikey"),
            [id],
            body={"user": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GenerateUserApiKeyResult", answer)

    def generate_hash_key(
        self,
        id: Id,
        fields: Optional[types.GenerateUserHashKeyInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GenerateUserHashKeyResult:
        """Makes a new user_hash_key and shows it this once; the old one stops working. With an access token it needs the own password."""
        answer = self._call(
            Operation("POST", "/v2/users/{id}/generateuserhashkey"),
            [id],
            body={"user": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GenerateUserHashKeyResult", answer)

    def generate_second_factor(
        self,
        id: Id,
        fields: Optional[types.GenerateSecondFactorInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GenerateSecondFactorResult:
        """Makes the secret of a second factor (RFC 6238) for an app of the own user and shows it this once; a code of the app puts it into use."""
        answer = self._call(
            Operation("POST", "/v2/users/{id}/generatesecondfactor"),
            [id],
            body={"user": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GenerateSecondFactorResult", answer)

    def confirm_second_factor(
        self,
        id: Id,
        fields: types.ConfirmSecondFactorInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ConfirmSecondFactorResult:
        """Puts the own second factor into use, and shows recovery codes this once, each good for one sign-in without the app. Other sign-ins and the own keys end, unless the keys are confirmed."""
        answer = self._call(
            Operation("POST", "/v2/users/{id}/confirmsecondfactor"),
            [id],
            body={"user": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ConfirmSecondFactorResult", answer)

    def remove_second_factor(
        self,
        id: Id,
        fields: Optional[types.RemoveSecondFactorInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Takes the second factor away: the own one by password and code, that of somebody else as an administrator above. His sign-ins end."""
        self._call(
            Operation("POST", "/v2/users/{id}/removesecondfactor"),
            [id],
            body={"user": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )

    def list_sessions(
        self,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ListSessionsResult:
        """Lists the sessions of the caller that have not ended, the most recently used first."""
        answer = self._call(
            Operation("GET", "/v2/users/sessions"),
            [],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ListSessionsResult", answer)

    def end_sessions(
        self,
        *,
        session_id: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Ends one session of the caller, or all others. Every process refuses them once this has answered."""
        self._call(
            Operation("DELETE", "/v2/users/sessions"),
            [],
            query={"session_id": session_id},
            timeout=timeout,
            headers=headers,
        )


class AuthroleusersResource(Resource):
    """The role of a user, which is his user_type_id: giving one replaces it, taking it away leaves a contact's rights."""

    def create(
        self,
        fields: types.AuthroleuserCreate,
        *,
        expand: Optional[Sequence[types.AuthroleusersExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Authroleuser:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/authroleusers", returns="authroleuser"),
            [],
            body={"authroleuser": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Authroleuser", answer)

    def list(
        self,
        query: Optional[types.AuthroleusersQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Authroleuser]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/authroleusers", returns="authroleusers"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.AuthroleusersExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Authroleuser:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/authroleusers/{id}", returns="authroleuser"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Authroleuser", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/authroleusers/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class LocationinfosResource(Resource):
    """A location together with everything that is set up for it. Read only."""

    def list(
        self,
        query: Optional[types.LocationinfosQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Locationinfo]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/locationinfos", returns="locationinfos"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        api_id: Optional[Literal["1", 1]] = None,
        location_id: Optional[str] = None,
        expand: Optional[Sequence[types.LocationinfosExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Locationinfo:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/locationinfos/{id}", returns="locationinfo"),
            [id],
            query={"api_id": api_id, "location_id": location_id, "expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Locationinfo", answer)


class ProductfilesResource(Resource):
    """The file service of a location: whether files may be attached, and how large they may be."""

    def create(
        self,
        fields: types.ProductFileCreate,
        *,
        expand: Optional[Sequence[types.ProductfilesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductFile:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/productfiles", returns="product_file"),
            [],
            body={"product_file": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductFile", answer)

    def list(
        self,
        query: Optional[types.ProductfilesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.ProductFile]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/productfiles", returns="productfiles"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ProductfilesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductFile:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/productfiles/{id}", returns="product_file"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductFile", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ProductFileUpdate] = None,
        *,
        expand: Optional[Sequence[types.ProductfilesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductFile:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/productfiles/{id}", returns="product_file"),
            [id],
            body={"product_file": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductFile", answer)


class ProductaccountvaultsResource(Resource):
    """The vault service of a location: whether accounts may be stored."""

    def create(
        self,
        fields: types.ProductAccountvaultCreate,
        *,
        expand: Optional[Sequence[types.ProductaccountvaultsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductAccountvault:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/productaccountvaults", returns="product_accountvault"),
            [],
            body={"product_accountvault": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductAccountvault", answer)

    def list(
        self,
        query: Optional[types.ProductaccountvaultsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.ProductAccountvault]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/productaccountvaults", returns="productaccountvaults"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ProductaccountvaultsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductAccountvault:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/productaccountvaults/{id}", returns="product_accountvault"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductAccountvault", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ProductAccountvaultUpdate] = None,
        *,
        expand: Optional[Sequence[types.ProductaccountvaultsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductAccountvault:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/productaccountvaults/{id}", returns="product_accountvault"),
            [id],
            body={"product_accountvault": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductAccountvault", answer)


class ProductrecurringsResource(Resource):
    """The recurring service of a location."""

    def create(
        self,
        fields: types.ProductRecurringCreate,
        *,
        expand: Optional[Sequence[types.ProductrecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductRecurring:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/productrecurrings", returns="product_recurring"),
            [],
            body={"product_recurring": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductRecurring", answer)

    def list(
        self,
        query: Optional[types.ProductrecurringsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.ProductRecurring]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/productrecurrings", returns="productrecurrings"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ProductrecurringsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductRecurring:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/productrecurrings/{id}", returns="product_recurring"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductRecurring", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.ProductRecurringUpdate] = None,
        *,
        expand: Optional[Sequence[types.ProductrecurringsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.ProductRecurring:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/productrecurrings/{id}", returns="product_recurring"),
            [id],
            body={"product_recurring": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.ProductRecurring", answer)


class BrandingDomainsResource(Resource):
    """The domain under which a merchant's pages and mails appear."""

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.BrandingDomain:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/branding_domains/{id}", returns="branding_domain"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.BrandingDomain", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.BrandingDomainUpdate] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.BrandingDomain:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/branding_domains/{id}", returns="branding_domain"),
            [id],
            body={"branding_domain": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.BrandingDomain", answer)

    def upload_logo(
        self,
        id: Id,
        file: File,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.BrandingDomain:
        """Stores a picture, sent as the part `file[file]` of a multipart body, and sets `logo` to its address. Pages, receipts and mails show it."""
        answer = self._call(
            Operation("POST", "/v2/branding_domains/{id}/logo", returns="branding_domain"),
            [id],
            form=form_of([], [("file[file]", file)]),
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.BrandingDomain", answer)


class DevelopercompaniesResource(Resource):
    """A company that makes software for merchants."""

    def get(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Developercompany:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/developercompanies/{id}", returns="developercompany"),
            [id],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Developercompany", answer)


class SalestaxResource(Resource):
    """A quote of the sales tax that a location adds."""

    def get(
        self,
        *,
        location_id: Optional[str] = None,
        amount: Optional[str] = None,
        zip: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GetSalestaxResult:
        """Quotes the sales tax for an amount that a location sells."""
        answer = self._call(
            Operation("GET", "/v2/salestax"),
            [],
            query={"location_id": location_id, "amount": amount, "zip": zip},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GetSalestaxResult", answer)

    def quote(
        self,
        fields: types.QuoteSalestaxInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.QuoteSalestaxResult:
        """Quotes the sales tax, asked by a body."""
        answer = self._call(
            Operation("POST", "/v2/salestax"),
            [],
            body={"salestax": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.QuoteSalestaxResult", answer)


class SalestaxratesResource(Resource):
    """The rate of sales tax of a location, for everywhere or for one ZIP code."""

    def create(
        self,
        fields: types.SalestaxrateCreate,
        *,
        expand: Optional[Sequence[types.SalestaxratesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Salestaxrate:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/salestaxrates", returns="salestaxrate"),
            [],
            body={"salestaxrate": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Salestaxrate", answer)

    def list(
        self,
        query: Optional[types.SalestaxratesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Salestaxrate]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/salestaxrates", returns="salestaxrates"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.SalestaxratesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Salestaxrate:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/salestaxrates/{id}", returns="salestaxrate"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Salestaxrate", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.SalestaxrateUpdate] = None,
        *,
        expand: Optional[Sequence[types.SalestaxratesExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Salestaxrate:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/salestaxrates/{id}", returns="salestaxrate"),
            [id],
            body={"salestaxrate": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Salestaxrate", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/salestaxrates/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class OauthclientsResource(Resource):
    """A program that users of this merchant may let act for them."""

    def list(
        self,
        query: Optional[types.OauthclientsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Oauthclient]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/oauthclients", returns="oauthclients"), [], query, timeout, headers)

    def create(
        self,
        fields: types.CreateOauthclientInput,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Oauthclient:
        """Registers an integration and shows its client_secret this once. Users of this merchant may then let it act for them. With an access token it needs the own password."""
        answer = self._call(
            Operation("POST", "/v2/oauthclients", returns="oauthclient"),
            [],
            body={"oauthclient": {**fields}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Oauthclient", answer)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.OauthclientsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Oauthclient:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/oauthclients/{id}", returns="oauthclient"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Oauthclient", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.OauthclientUpdate] = None,
        *,
        expand: Optional[Sequence[types.OauthclientsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Oauthclient:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/oauthclients/{id}", returns="oauthclient"),
            [id],
            body={"oauthclient": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Oauthclient", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/oauthclients/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )

    def generate_secret(
        self,
        id: Id,
        fields: Optional[types.GenerateOauthclientSecretInput] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.GenerateOauthclientSecretResult:
        """Makes a new client_secret and shows it this once; the old one stops working. Grants stay. With an access token it needs the own password."""
        answer = self._call(
            Operation("POST", "/v2/oauthclients/{id}/generateclientsecret"),
            [id],
            body={"oauthclient": {**(fields or {})}},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.GenerateOauthclientSecretResult", answer)


class OauthgrantsResource(Resource):
    """What a user allowed an integration to do."""

    def list(
        self,
        query: Optional[types.OauthgrantsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Oauthgrant]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/oauthgrants", returns="oauthgrants"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.OauthgrantsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Oauthgrant:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/oauthgrants/{id}", returns="oauthgrant"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Oauthgrant", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/oauthgrants/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class TokenResource(Resource):
    """Sign in with a password, and sign a contact on by a link."""

    def create(
        self,
        fields: Optional[types.TokenCreate] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Token:
        """Makes an access token, which ends after 15 minutes without use, and 12 hours after the sign-in at the latest."""
        answer = self._call(
            Operation("POST", "/v2/token", returns="token"),
            [],
            body={**(fields or {})},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Token", answer)

    def delete(
        self,
        token: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """The token itself is the credential. Other credentials in the request must be valid."""
        self._call(
            Operation("DELETE", "/v2/token/{token}"),
            [token],
            timeout=timeout,
            headers=headers,
        )


class AlertsResource(Resource):
    """A warning of what may be an attack, or of what needs a person soon: a file of a bank, a disk that fills up."""

    def list(
        self,
        query: Optional[types.AlertsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Alert]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/alerts", returns="alerts"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.AlertsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Alert:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/alerts/{id}", returns="alert"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Alert", answer)


class LogEmailsResource(Resource):
    """A mail that was sent, failed or was withheld."""

    def list(
        self,
        query: Optional[types.LogEmailsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.LogEmail]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/log_emails", returns="log_emails"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.LogEmailsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.LogEmail:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/log_emails/{id}", returns="log_email"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.LogEmail", answer)


class LogSmsesResource(Resource):
    """A text message that was sent, failed or was withheld."""

    def list(
        self,
        query: Optional[types.LogSmsesQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.LogSms]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/log_smses", returns="log_smses"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.LogSmsesExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.LogSms:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/log_smses/{id}", returns="log_sms"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.LogSms", answer)


class EmailBlacklistsResource(Resource):
    """An address that is mailed nothing."""

    def create(
        self,
        fields: types.EmailBlacklistCreate,
        *,
        expand: Optional[Sequence[types.EmailBlacklistsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.EmailBlacklist:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/email_blacklists", returns="email_blacklist"),
            [],
            body={"email_blacklist": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.EmailBlacklist", answer)

    def list(
        self,
        query: Optional[types.EmailBlacklistsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.EmailBlacklist]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/email_blacklists", returns="email_blacklists"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.EmailBlacklistsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.EmailBlacklist:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/email_blacklists/{id}", returns="email_blacklist"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.EmailBlacklist", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.EmailBlacklistUpdate] = None,
        *,
        expand: Optional[Sequence[types.EmailBlacklistsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.EmailBlacklist:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/email_blacklists/{id}", returns="email_blacklist"),
            [id],
            body={"email_blacklist": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.EmailBlacklist", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/email_blacklists/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class SmsBlacklistsResource(Resource):
    """A number that is texted nothing."""

    def create(
        self,
        fields: types.SmsBlacklistCreate,
        *,
        expand: Optional[Sequence[types.SmsBlacklistsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.SmsBlacklist:
        """Creates the record and returns it."""
        answer = self._call(
            Operation("POST", "/v2/sms_blacklists", returns="sms_blacklist"),
            [],
            body={"sms_blacklist": {**fields}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.SmsBlacklist", answer)

    def list(
        self,
        query: Optional[types.SmsBlacklistsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.SmsBlacklist]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/sms_blacklists", returns="sms_blacklists"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.SmsBlacklistsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.SmsBlacklist:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/sms_blacklists/{id}", returns="sms_blacklist"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.SmsBlacklist", answer)

    def update(
        self,
        id: Id,
        fields: Optional[types.SmsBlacklistUpdate] = None,
        *,
        expand: Optional[Sequence[types.SmsBlacklistsExpand]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.SmsBlacklist:
        """Changes the fields that are sent and leaves all others as they are."""
        answer = self._call(
            Operation("PUT", "/v2/sms_blacklists/{id}", returns="sms_blacklist"),
            [id],
            body={"sms_blacklist": {**(fields or {})}},
            query={"expand": expand},
            idempotency_key=idempotency_key,
            timeout=timeout,
            headers=headers,
        )
        return cast("types.SmsBlacklist", answer)

    def delete(
        self,
        id: Id,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Deletes the record; afterwards it is 404."""
        self._call(
            Operation("DELETE", "/v2/sms_blacklists/{id}"),
            [id],
            timeout=timeout,
            headers=headers,
        )


class ChangelogsResource(Resource):
    """An entry of the audit trail: who did what to which record, when, from where and with which credential."""

    def list(
        self,
        query: Optional[types.ChangelogsQuery] = None,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> RecordList[types.Changelog]:
        """Returns one page of the records that match the filters, or with `_format` all of them as a file."""
        return self._list(Operation("GET", "/v2/changelogs", returns="changelogs"), [], query, timeout, headers)

    def get(
        self,
        id: Id,
        *,
        expand: Optional[Sequence[types.ChangelogsExpand]] = None,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Changelog:
        """Returns one record."""
        answer = self._call(
            Operation("GET", "/v2/changelogs/{id}", returns="changelog"),
            [id],
            query={"expand": expand},
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Changelog", answer)


class HealthResource(Resource):
    """For load balancers and monitors."""

    def get_version(
        self,
        *,
        timeout: Optional[float] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> types.Version:
        """Which release this is, and which version of the interface it speaks."""
        answer = self._call(
            Operation("GET", "/v2/version", returns="version"),
            [],
            timeout=timeout,
            headers=headers,
        )
        return cast("types.Version", answer)


class Resources:
    """The resources of the API, by the names of their paths."""

    def __init__(self, requests: Requests) -> None:
        self.accountvaults = AccountvaultsResource(requests)
        self.microdeposits = MicrodepositsResource(requests)
        self.tickets = TicketsResource(requests)
        self.transactions = TransactionsResource(requests)
        self.hostedpaymentpages = HostedpaymentpagesResource(requests)
        self.quickinvoices = QuickinvoicesResource(requests)
        self.paylinks = PaylinksResource(requests)
        self.recurrings = RecurringsResource(requests)
        self.tags = TagsResource(requests)
        self.quick_invoice_views = QuickInvoiceViewsResource(requests)
        self.quick_invoice_settings = QuickInvoiceSettingsResource(requests)
        self.contacts = ContactsResource(requests)
        self.notes = NotesResource(requests)
        self.files = FilesResource(requests)
        self.refundapprovals = RefundapprovalsResource(requests)
        self.transactionbatches = TransactionbatchesResource(requests)
        self.discrepancies = DiscrepanciesResource(requests)
        self.transactionhistories = TransactionhistoriesResource(requests)
        self.transactionlevel3s = Transactionlevel3sResource(requests)
        self.postbackconfigs = PostbackconfigsResource(requests)
        self.postbacklogs = PostbacklogsResource(requests)
        self.postbackattempts = PostbackattemptsResource(requests)
        self.reasoncodes = ReasoncodesResource(requests)
        self.terminals = TerminalsResource(requests)
        self.terminalruns = TerminalrunsResource(requests)
        self.routertransactions = RoutertransactionsResource(requests)
        self.routeraccountvaults = RouteraccountvaultsResource(requests)
        self.terminalagents = TerminalagentsResource(requests)
        self.terminalapplications = TerminalapplicationsResource(requests)
        self.terminalcvms = TerminalcvmsResource(requests)
        self.terminalinfos = TerminalinfosResource(requests)
        self.terminalmanufacturers = TerminalmanufacturersResource(requests)
        self.scanners = ScannersResource(requests)
        self.scannermodels = ScannermodelsResource(requests)
        self.scannermanufacturers = ScannermanufacturersResource(requests)
        self.deviceterms = DevicetermsResource(requests)
        self.signatures = SignaturesResource(requests)
        self.locations = LocationsResource(requests)
        self.producttransactions = ProducttransactionsResource(requests)
        self.surcharges = SurchargesResource(requests)
        self.users = UsersResource(requests)
        self.authroleusers = AuthroleusersResource(requests)
        self.locationinfos = LocationinfosResource(requests)
        self.productfiles = ProductfilesResource(requests)
        self.productaccountvaults = ProductaccountvaultsResource(requests)
        self.productrecurrings = ProductrecurringsResource(requests)
        self.branding_domains = BrandingDomainsResource(requests)
        self.developercompanies = DevelopercompaniesResource(requests)
        self.salestax = SalestaxResource(requests)
        self.salestaxrates = SalestaxratesResource(requests)
        self.oauthclients = OauthclientsResource(requests)
        self.oauthgrants = OauthgrantsResource(requests)
        self.token = TokenResource(requests)
        self.alerts = AlertsResource(requests)
        self.log_emails = LogEmailsResource(requests)
        self.log_smses = LogSmsesResource(requests)
        self.email_blacklists = EmailBlacklistsResource(requests)
        self.sms_blacklists = SmsBlacklistsResource(requests)
        self.changelogs = ChangelogsResource(requests)
        self.health = HealthResource(requests)
