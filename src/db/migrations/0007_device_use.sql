-- Whether a device was used is asked when it is deleted; without these, that reads every transaction of its location.

create index transaction_by_terminal on transaction (terminal_id) where terminal_id is not null;
create index transaction_by_serial_number on transaction (location_id, terminal_serial_number)
  where terminal_serial_number is not null;
