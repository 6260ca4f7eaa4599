-- The card network's id of the payment or check that stored an account is kept with the instrument and names its processor account. The
-- account vault kept the id of whichever payment came first with it, which missed the one that stored it.
--
-- Locks: adding the column writes no row. Instruments of vaults that have an id are written once.

alter table instrument add column network_ids jsonb not null default '[]';

update instrument i
   set network_ids = jsonb_build_array(jsonb_build_object('processor_account_id', null, 'network_transaction_id', v.network_transaction_id))
  from (select distinct on (root_id, instrument_id) root_id, instrument_id, network_transaction_id
          from accountvault where network_transaction_id is not null order by root_id, instrument_id, id) v
 where i.root_id = v.root_id and i.id = v.instrument_id;

alter table accountvault drop column network_transaction_id;
