-- The language in which a customer is written to and shown pages; null: as the browser prefers, and English in messages.

alter table contact add column locale character varying(8);
