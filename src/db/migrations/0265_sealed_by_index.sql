-- The look for events that are not sealed yet, every five seconds, read the whole trail: where the sealing has come to is a value of a table,
-- for which PostgreSQL expects a third of all events to lie behind it, and then reads all of them rather than ranges of pages. An index in
-- the order of the look is read from there on, whatever is expected.
--
-- Locks: writes of events wait while it is built, about a second for a million; reads go on.
drop index event_by_xid;
create index event_by_xid on event (xid);
