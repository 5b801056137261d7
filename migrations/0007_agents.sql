-- Buying by program, and what a voucher order brings.

-- An agent's API key is derived from his id and this counter with the server's secret: nothing here opens anything.
-- Without a row the counter is 0.
create table shop.api_key (
  user_id uuid primary key references shop."user" on delete cascade,
  counter integer not null default 0,
  created_at timestamptz not null default now(),
  -- To the minute.
  last_used_at timestamptz
);
grant select, insert, update, delete on shop.api_key to cedibook_api;

-- Whether all of these were applied, the API says to whoever balances the load.
grant select on kysely_migration to cedibook_api;

-- PIN and serial number of a voucher, sealed (AES-256-GCM) before they get here.
alter table shop.order_detail add column voucher text;
