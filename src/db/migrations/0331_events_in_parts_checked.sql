-- Locks: all events are read once; reads and writes go on.
alter table event validate constraint event_first;
