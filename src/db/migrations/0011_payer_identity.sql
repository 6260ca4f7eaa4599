-- Who the payer of a bank debit is, for as long as it takes to learn whether the account shall be stored with it.

alter table transaction add column payer_identity json;
