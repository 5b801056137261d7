-- What the shop does by itself about refusals, when it warns its admins, and which contradictions an admin took care of.

alter table ledger.fulfilment add column refusal text check (refusal in ('wrong number', 'barred number')),
  add column seen_at timestamptz;
alter table audit.fulfilment add column refusal text check (refusal in ('wrong number', 'barred number')),
  add column seen_at timestamptz;
drop index ledger.fulfilment_contradicted;
create index fulfilment_contradicted on ledger.fulfilment (position) where contradiction is not null and seen_at is null;

alter table ledger.settings add column fulfilment_rules jsonb not null
  default '{"refunds": [], "float_min": 5000, "hours_min": 3, "vouchers_min": 5}';
alter table audit.settings add column fulfilment_rules jsonb not null
  default '{"refunds": [], "float_min": 5000, "hours_min": 3, "vouchers_min": 5}';

-- What its admins were warned of, so that they hear of it once: "float", or the packages of which few vouchers are left.
alter table shop.supplier add column low text[] not null default '{}';

-- Orders that no supplier could take yet. They leave in the order of their age, so a younger one waits behind an older one.
alter table shop.fulfilment add column waits boolean not null default false;
create index fulfilment_waits on shop.fulfilment (order_id) where waits;
-- When the next question about an order may be asked: a limit of its own beside that of orders.
alter table shop.supplier add column next_ask_at timestamptz not null default now();
