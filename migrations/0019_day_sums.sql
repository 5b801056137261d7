-- Sums of each day of the log, for the closing of a period and for its sales. Counted from the log in portions shortly
-- after it grows: every additional row in a purchase's own transaction slows purchases down. Readers add the movements
-- after days_counted from the log itself, so what they show is always exact.

create table shop.account_day (
  day date not null,
  -- A house account.
  account text collate "C" not null,
  -- The type of the events.
  type text collate "C" not null,
  count bigint not null,
  -- What the account gained, in pesewas. The wallets lost as much.
  value bigint not null,
  primary key (day, account, type)
) with (fillfactor = 50);

-- Charges and refunds of orders by what was bought, and the buyer's level when they bought it.
create table shop.package_day (
  day date not null,
  network text collate "C" not null,
  offer text collate "C" not null,
  level text collate "C" not null,
  type text collate "C" not null check (type in ('order_placed', 'order_rejected')),
  count bigint not null,
  -- Pesewas, never negative.
  value bigint not null,
  primary key (day, network, offer, level, type)
) with (fillfactor = 50);

create table shop.buyer_day (
  day date not null,
  user_id uuid not null,
  type text collate "C" not null check (type in ('order_placed', 'order_rejected')),
  count bigint not null,
  value bigint not null,
  primary key (day, user_id, type)
) with (fillfactor = 50);

-- Up to which position the log has been counted.
create table shop.days_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
insert into shop.days_counted values (true, 0);

grant select, insert, update on shop.account_day, shop.package_day, shop.buyer_day, shop.days_counted to cedibook_api;
