-- The mail about a declined payment of a recurring leads to a paylink for its amount: one for each payment, however often the mail is tried.

alter table paylink add column declined_transaction_id character varying(36);
create unique index paylink_declined_transaction_key on paylink (root_id, declined_transaction_id) where declined_transaction_id is not null;
