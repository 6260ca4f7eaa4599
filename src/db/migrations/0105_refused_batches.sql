-- Batches that their processor refused to settle are counted for a monitor, among a million that it settled.
--
-- Locks: the index is built on few rows of one scan, with writers of batches waiting.
create index transactionbatch_refused on transactionbatch (id) where processing_status_id = 3;
