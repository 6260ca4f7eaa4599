-- A payment that begins changes nothing of its invoice but what is pending, which no index holds. Where the page of the row has room, no
-- index is written for it. Pages that are full already get the room as their rows are written anew.
alter table quickinvoice set (fillfactor = 90);
