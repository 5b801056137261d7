-- What the rest of the calls needs beside the log.

-- Products' images: the log has the hash only. By content, so that an address never changes what it shows.
create table shop.product_image (
  -- SHA-256 of the bytes, hex.
  hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 102400)
);

-- Removed orders and requests stay for good; pages by status must not have to look past them.
drop index ledger.order_status;
create index order_status on ledger."order" (status, id) where not hidden;
drop index ledger.recharge_status;
create index recharge_status on ledger.recharge (status, id) where not hidden;

-- Images that were shown once may still be cached: none is ever changed or taken away.
grant select, insert on shop.product_image to cedibook_api;

-- Links that set a new password: only the SHA-256 of their token is kept. A used one stays until it expires, so that
-- a retry can be told from a second use.
create table shop.password_reset (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references shop."user" on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_of_user on shop.password_reset (user_id);
create index password_reset_expiry on shop.password_reset (expires_at);

grant select, insert, update, delete on shop.password_reset to cedibook_api;
