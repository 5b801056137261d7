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

grant select, insert, update on shop.supplier_day, shop.costs_counted to cedibook_api;
