-- What orders cost and earn: counted from the log later, as sales are. A purchase writes none of it.

-- Sums of sales have what suppliers took for them too, and gave back.
alter table shop.package_day drop constraint package_day_type_check, add constraint package_day_type_check
  check (type in ('order_placed', 'order_rejected', 'fulfilment_accepted', 'fulfilment_returned')) not valid;
alter table shop.buyer_day drop constraint buyer_day_type_check, add constraint buyer_day_type_check
  check (type in ('order_placed', 'order_rejected', 'fulfilment_accepted', 'fulfilment_returned')) not valid;

create table shop.supplier_day (
  day date not null,
  supplier text collate "C" not null,
  -- Besides what it took and gave back, on the day on which the order was placed: the price of what it has delivered, and by how
  -- much a cost is above its order's price.
  type text collate "C" not null
    check (type in ('order_placed', 'below_cost', 'fulfilment_accepted', 'fulfilment_returned')),
  count bigint not null,
  -- Pesewas.
  value bigint not null,
  primary key (day, supplier, type)
) with (fillfactor = 50);

-- Up to which position costs are counted. Not with days_counted: a process of an older version counts those, and knows no costs.
create table shop.costs_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
-- A long log without costs need not be looked through.
insert into shop.costs_counted
  select true, case when exists (select from ledger.fulfilment) then 0 else position end from ledger.head;

alter table shop.supplier_price
  -- What it was before it changed the last time.
  add column old_cost bigint check (old_cost >= 0),
  add column changed_at timestamptz,
  -- From a list that an admin has imported. Otherwise the supplier itself has told it.
  add column is_imported boolean not null default false;

-- How prices are proposed from what packages cost.
alter table ledger.settings add column price_rule jsonb not null
  default '{"step": 10, "unit": "percent", "agent": 600, "customer": 1000, "superAgent": 400}';
alter table audit.settings add column price_rule jsonb not null
  default '{"step": 10, "unit": "percent", "agent": 600, "customer": 1000, "superAgent": 400}';

grant select, insert, update on shop.supplier_day, shop.costs_counted to cedibook_api;
