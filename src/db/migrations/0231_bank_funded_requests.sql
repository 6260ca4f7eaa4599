-- An invoice or a link can take debit cards alone, in place of what its product says; null where it says nothing.
alter table quickinvoice add column bank_funded_only_override boolean;
alter table paylink add column bank_funded_only_override boolean;
