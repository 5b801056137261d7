-- References that suppliers gave to earlier attempts at an order, as {"attempt", "reference"}: they may still report about them.
alter table shop.fulfilment add column earlier jsonb not null default '[]';
create index fulfilment_earlier on shop.fulfilment using gin (earlier jsonb_path_ops) where earlier <> '[]';
