-- Texts as long as they may be sent: the street of a payment at a terminal, the description of a paylink. Longer limits rewrite nothing.
alter table transaction alter column billing_street type varchar(64);
alter table archived_transaction alter column billing_street type varchar(64);
alter table paylink alter column description type varchar(250);
