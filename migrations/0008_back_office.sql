-- What the back office counts and looks up.

-- Orders by the day they were placed and their network, and completed orders by month and buyer. Counted from the log in
-- portions soon after it grows, not with the purchases: each more row in a purchase's own transaction costs purchases.
create table shop.network_sales (
  day date not null,
  network text collate "C" not null,
  -- What orders of that day have come to; one that was placed and completed is counted under both.
  event text collate "C" not null check (event in ('placed', 'completed', 'rejected')),
  count bigint not null,
  -- Pesewas.
  value bigint not null,
  primary key (day, network, event)
) with (fillfactor = 50);

create table shop.buyer_sales (
  -- The first day of the month the orders were placed in.
  month date not null,
  user_id uuid not null,
  count bigint not null,
  value bigint not null,
  primary key (month, user_id)
) with (fillfactor = 50);
create index buyer_sales_best on shop.buyer_sales (month, value desc);

-- Up to where the log was counted.
create table shop.sales_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
insert into shop.sales_counted values (true, 0);

grant select, insert, update on shop.network_sales, shop.buyer_sales, shop.sales_counted to cedibook_api;

-- The same MoMo transaction under two requests: one of them was not paid.
create index recharge_momo_same on ledger.recharge (lower(momo_transaction_id)) where momo_transaction_id is not null;
