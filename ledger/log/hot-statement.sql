-- The statement that the writer sends for a batch of purchases, assembled by statement.ts from its parts.

with events as (
  insert into ledger.event (position, recorded_at, amount, balance_after, command_id, wallet, version, fingerprint, stream, type, actor, counterparty, data, hash)
  select $1::bigint + n - 1, recorded_at, amount, balance_after, command_id, wallet, version, fingerprint, stream, type, actor, counterparty, data, hash
  from unnest($2::timestamptz[], $3::bigint[], $4::bigint[], $5::uuid[], $6::uuid[], $7::integer[], $8::bytea[], $9::text[], $10::text[], $11::text[], $12::text[], $13::jsonb[], $14::bytea[])
    with ordinality as u (recorded_at, amount, balance_after, command_id, wallet, version, fingerprint, stream, type, actor, counterparty, data, hash, n)
), command as (
  insert into ledger."command" as t (position, id, events, fingerprint, rejection)
  select * from unnest($15::bigint[], $16::uuid[], $17::integer[], $18::bytea[], $19::jsonb[])
), order_detail as (
  insert into shop."order_detail" as t (order_id, receiver, form)
  select * from unnest($20::bigint[], $21::text[], $22::text[])
), wallet as (
  insert into ledger."wallet" as t (user_id, balance, version, position)
  select * from unnest($23::uuid[], $24::bigint[], $25::integer[], $26::bigint[])
  on conflict (user_id) do update set balance = excluded.balance, version = excluded.version, position = excluded.position
), house_account as (
  update ledger."house_account" t set balance = u.balance, position = u.position
  from unnest($27::text[], $28::bigint[], $29::bigint[])
    as u (name, balance, position)
  where t.name = u.name
), placed as (
  insert into ledger."order" as t (id, user_id, amount, charged_at, refunded_at, created_at, action_at, position, version, hidden, status, product_id, package_id, network, offer, reason, supplier_batch, payment)
  select * from unnest($30::bigint[], $31::uuid[], $32::bigint[], $33::bigint[], $34::bigint[], $35::timestamptz[], $36::timestamptz[], $37::bigint[], $38::integer[], $39::boolean[], $40::text[], $41::text[], $42::text[], $43::text[], $44::text[], $45::text[], $46::bigint[], $47::uuid[])
), sales_by_day as (
  insert into ledger."sales_by_day" as t (user_id, day, status, count, value, position)
  select * from unnest($48::uuid[], $49::date[], $50::text[], $51::bigint[], $52::bigint[], $53::bigint[])
  on conflict (user_id, day, status) do update set count = t.count + excluded.count, value = t.value + excluded.value, position = excluded.position
), daily_total as (
  insert into ledger."daily_total" as t (list, day, status, count, value, position)
  select * from unnest($54::text[], $55::date[], $56::text[], $57::bigint[], $58::bigint[], $59::bigint[])
  on conflict (list, day, status) do update set count = t.count + excluded.count, value = t.value + excluded.value, position = excluded.position
), head as (
  update ledger.head set position = $62::bigint, orders_placed = $63::bigint,
    recorded_at = $64::timestamptz, hash = decode($65, 'hex')
  where hash = decode($60, 'hex') and rebuilds = $61::bigint returning 1 as moved
)
select 1 / (select count(*) from head), pg_notify('ledger', $66::text);
