-- Where a comment is in later versions with another cut, by ascending version (docs/decisions/0131):
-- [{"version": 2, "first": 30, "last": null, "outcome": "moved", "reason": null}]. Without `first`,
-- the new cut does not show the part.
alter table offline_comment add column positions jsonb not null default '[]';
