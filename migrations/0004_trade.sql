-- Trade data that the log leaves out: recipients, forms and images; and tables for search and statistics.

-- The number of a user's next top-up request, so that the payment notice can show it beforehand.
create sequence shop.topup_number start 10001;
create table shop.topup_reservation (
  user_id uuid primary key references shop."user" on delete cascade,
  topup bigint not null unique
);

create table shop.order_detail (
  order_id bigint primary key,
  receiver text not null,
  -- The AFA form, and a voucher's PIN and serial number: sealed (AES-256-GCM) before they get here.
  form text,
  voucher text
);

-- Images of products. The log has only the hash. The hash is the key, so the content behind an image's address never
-- changes. Images are never deleted, because a cached page may still show them.
create table shop.product_image (
  -- SHA-256 of the bytes, hex.
  hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 102400)
);

-- The search index of orders. It is filled in portions shortly after the orders are placed: in the purchase's own
-- transaction these two indexes took 10 to 20 % of the purchases per second and doubled their p99. Newer orders are
-- searched without an index. `order_id` has no gaps, so they start after the highest one.
create table shop.order_search (
  order_id bigint primary key,
  receiver text not null,
  -- "network offer"
  sold text collate "C" not null
);
create index order_search_sold on shop.order_search (sold, order_id);
-- The orders of a number, to find those that were placed twice.
create index order_search_same on shop.order_search (receiver, order_id);
-- With a pending list, because inserting rows into a GIN index one by one is slow. Every search reads the list, so it must
-- be small.
create index order_search_receiver on shop.order_search using gin (receiver public.gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);

-- Orders by the day they were placed and their network, and completed orders by month and buyer. Counted from the log in
-- portions, because every additional row in a purchase's own transaction slows purchases down.
create table shop.network_sales (
  day date not null,
  network text collate "C" not null,
  -- An order that was placed and completed is counted twice, once under each.
  event text collate "C" not null check (event in ('placed', 'completed', 'rejected')),
  count bigint not null,
  -- Pesewas.
  value bigint not null,
  primary key (day, network, event)
) with (fillfactor = 50);

create table shop.buyer_sales (
  -- The first day of the month in which the orders were placed.
  month date not null,
  user_id uuid not null,
  count bigint not null,
  value bigint not null,
  primary key (month, user_id)
) with (fillfactor = 50);
create index buyer_sales_best on shop.buyer_sales (month, value desc);

-- Up to which position the log has been counted.
create table shop.sales_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
insert into shop.sales_counted values (true, 0);

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

-- Sums of each whole block of 4,096 positions of the log: the part of a day before a moment is whole blocks and two ends.
-- They are counted up to a position of their own.
create table shop.account_block (
  -- Positions 1 to 4096 are block 0.
  block bigint not null,
  -- A house account.
  account text collate "C" not null,
  -- The type of the events.
  type text collate "C" not null,
  count bigint not null,
  -- What the account gained, in pesewas. The wallets lost as much.
  value bigint not null,
  primary key (block, account, type)
);

-- How many blocks are counted: all before this one.
create table shop.blocks_counted (
  id boolean primary key default true check (id),
  blocks bigint not null
) with (fillfactor = 10);
insert into shop.blocks_counted values (true, 0);

grant usage, select, update on sequence shop.topup_number to cedibook_api;
grant select, insert, update, delete on shop.topup_reservation, shop.order_detail to cedibook_api;
grant select, insert on shop.product_image, shop.account_block to cedibook_api;
-- Of order_search, numbers are erased.
grant select, insert, update on shop.order_search, shop.network_sales, shop.buyer_sales, shop.sales_counted, shop.account_day,
  shop.package_day, shop.buyer_day, shop.days_counted to cedibook_api;
grant select, update on shop.blocks_counted to cedibook_api;
