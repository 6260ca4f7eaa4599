-- What a bank product has taken in of each sort on one day and in one month, and what it may (velocity_settings). Whoever begins a payment adds to
-- both rows and brings the limits along: the check is the limit, and no two processes can both take what is left.
create table velocity_use (
  product_transaction_id varchar(36) not null references producttransaction,
  kind                   text        not null,
  -- A day as YYYY-MM-DD or a month as YYYY-MM, in the zone of the product.
  period                 varchar(10) not null,
  items                  bigint      not null,
  amount                 bigint      not null,
  most_items             bigint,
  most_amount            bigint,
  primary key (product_transaction_id, kind, period),
  constraint velocity_use_kind check (kind in ('debit', 'refund', 'credit')),
  constraint velocity_use_counts check (items >= 0 and amount >= 0),
  constraint velocity_use_within_items check (items <= most_items),
  constraint velocity_use_within_amount check (amount <= most_amount)
);

-- The day a bank payment was counted on; null for what was refused, for cards, and for what was made before anything was counted.
alter table transaction add column velocity_date date;
