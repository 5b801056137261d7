-- What has been backed up: one row, written after a file was stored and read back. It belongs to this database and its
-- transaction ids, so it is in no backup itself.
create table shop.backup (
  id boolean primary key default true check (id),
  -- Where the files are: another target begins with a full backup.
  target text,
  -- The newest full backup, and how many tail files belong to it.
  base text,
  base_at timestamptz,
  tails integer not null default 0,
  -- The id that the newest file has inside. The next one names it.
  file_id uuid,
  -- Rows that no transaction before this one wrote are not in a file yet.
  written_from xid8,
  position bigint not null default 0,
  -- Rows of the tables whose deletions are shipped too.
  counts jsonb not null default '{}',
  -- All that was committed by this time is in a file.
  shipped_at timestamptz,
  -- The first failure since the last success.
  failed_at timestamptz
);
insert into shop.backup default values;
grant select, update on shop.backup to cedibook_api;
