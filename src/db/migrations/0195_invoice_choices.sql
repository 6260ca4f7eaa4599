-- What a merchant says of an invoice beside its amount: texts of its own, and whether it opens again when money goes back.

alter table quickinvoice
  add column quick_invoice_c1 character varying(128),
  add column quick_invoice_c2 character varying(128),
  add column quick_invoice_c3 character varying(128),
  add column auto_reopen boolean not null default false,
  add constraint quickinvoice_single_payment
    check (single_payment_min_amount <= single_payment_max_amount and single_payment_max_amount >= 1) not valid;
alter table quickinvoice validate constraint quickinvoice_single_payment;
alter table quickinvoice alter column auto_reopen drop default;
