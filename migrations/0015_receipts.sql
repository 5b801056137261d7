-- The keys that sign receipts. A retired key signs no more, and its public half stays: what it has signed stays valid.
create table shop.receipt_key (
  -- Ed25519, base64url.
  public_key text primary key,
  -- Sealed. Null if it comes from the environment, and when it is retired.
  private_key text,
  -- Receipts say when they were signed, in whole seconds.
  made_at timestamptz not null default date_trunc('second', now()),
  retired_at timestamptz,
  check (retired_at is null or private_key is null)
);
create unique index receipt_key_live on shop.receipt_key ((true)) where retired_at is null;

grant select, insert, update on shop.receipt_key to cedibook_api;
