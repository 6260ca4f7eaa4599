-- Whether the mails of an invoice have it attached as a PDF. A constant default writes no row (PostgreSQL 11).
alter table quickinvoice add column attach_pdf_to_email boolean not null default false;
alter table quickinvoice alter column attach_pdf_to_email drop default;
