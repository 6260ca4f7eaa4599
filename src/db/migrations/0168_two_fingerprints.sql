-- While the key of fingerprints is replaced, an account is known by its former fingerprint beside the new one: payments of the open batch were
-- compared by it. Null again once the former key is retired.
--
-- Locks: instrument for a moment.

alter table instrument add column fingerprint_before varchar(64);
