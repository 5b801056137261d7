-- How often somebody tried of late. The keys are keyed hashes: nobody's number or address can be read from them.
-- Unlogged: after a crash the counting begins anew, and no try costs a sync of the disk.
create unlogged table shop.attempt (
  key bytea primary key check (length(key) = 32),
  count integer not null,
  resets_at timestamptz not null
);
create index attempt_resets on shop.attempt (resets_at);

grant select, insert, update, delete on shop.attempt to cedibook_api;
