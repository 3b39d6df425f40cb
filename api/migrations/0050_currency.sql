-- Prices have a currency. An estimate keeps the one in which it was calculated.
update studio set settings = settings || '{"currency": "EUR"}' where not settings ? 'currency';
alter table work_request add column estimate_currency text not null default 'EUR';
