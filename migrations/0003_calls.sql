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
