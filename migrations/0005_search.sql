-- Lists at scale: what they are searched by, and how long they are.

-- Trusted: the owner of the database may create it.
create extension if not exists pg_trgm;

-- What orders are searched by. Filled from the orders in portions soon after they are placed, not with them: in the
-- purchase's own transaction these two indexes took 10 to 20 % of the purchases a second and doubled their p99. What is not
-- here yet is looked through: `order_id` knows no gaps, so its highest tells from where on.
create table shop.order_search (
  order_id bigint primary key,
  receiver text not null,
  -- "network offer"
  sold text collate "C" not null
);
insert into shop.order_search
select o.id, coalesce(d.receiver, ''), o.network || ' ' || o.offer
from ledger."order" o left join shop.order_detail d on d.order_id = o.id;
create index order_search_sold on shop.order_search (sold, order_id);
-- GIN without a list of what is pending, which every search would have to read.
create index order_search_receiver on shop.order_search using gin (receiver public.gin_trgm_ops) with (fastupdate = off);
grant select, insert on shop.order_search to cedibook_api;

create index user_text on shop."user" using gin
  (username public.gin_trgm_ops, phone public.gin_trgm_ops, email public.gin_trgm_ops) with (fastupdate = off);
create index account_registered on ledger.account (registered_at, user_id) where not deleted;

create index recharge_momo on ledger.recharge using gin (momo_transaction_id public.gin_trgm_ops)
  with (fastupdate = off);
create index recharge_created on ledger.recharge (created_at) where not hidden;

-- How long the lists of all orders and of all requests are, by the day of creation: what sales_by_day is for one user.
-- Summing that table over all users would take as long as counting the orders.
create table ledger.daily_total (
  list text collate "C" not null check (list in ('order', 'recharge')),
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  position bigint not null,
  primary key (list, day, status)
) with (fillfactor = 50);

insert into ledger.daily_total
select 'order', day, status, sum(count), sum(value), max(position) from ledger.sales_by_day group by day, status;

insert into ledger.daily_total
select 'recharge', (r.created_at at time zone 'UTC')::date, s.status, sum(s.count), sum(s.count * r.amount), max(e.position)
from ledger.recharge r
join ledger.event e on e.stream = 'recharge/' || r.id
cross join lateral (
  select 'pending' as status, 1 as count where e.type = 'topup_requested'
  union all select 'pending', -1 where e.type in ('topup_approved', 'topup_declined')
  union all select r.status, 1 where e.type in ('topup_approved', 'topup_declined')
  union all select 'removed ' || r.status, 1 where e.type = 'topup_removed'
) s
group by 2, 3;

grant select, insert, update on ledger.daily_total to cedibook_api;
