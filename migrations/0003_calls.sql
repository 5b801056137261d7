-- What the rest of the calls needs beside the log.

-- Products' images: the log has the hash only. By content, so that an address never changes what it shows.
create table shop.product_image (
  -- SHA-256 of the bytes, hex.
  hash text collate "C" primary key check (hash ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (length(bytes) <= 102400)
);

-- Images that were shown once may still be cached: none is ever changed or taken away.
grant select, insert on shop.product_image to cedibook_api;
