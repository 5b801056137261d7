-- What the shop as a whole needs: moving in, backups, notes on incidents.

-- Moving in by the office's page. The files wait here, sealed, from the upload until the move is done, declined or too
-- old. Nothing of this is in a backup.

-- Parts of files that an admin is uploading, each of whole lines.
create table shop.move_in_text (
  id bigint generated always as identity primary key,
  uploaded_by uuid not null references shop."user",
  -- Made by the page: one upload of several files.
  upload uuid not null,
  file smallint not null,
  part smallint not null,
  bytes integer not null,
  sealed text not null,
  uploaded_at timestamptz not null default now(),
  unique (uploaded_by, upload, file, part)
);

-- A dry run, and what came of it. Its counts and its lines never change, so what is approved is what moves in. Whether it
-- was started, or waits for a second admin, is in the log.
create table shop.move_in (
  id uuid primary key,
  checked_by uuid not null references shop."user",
  checked_at timestamptz not null default now(),
  -- New ones, and their opening balances in pesewas.
  users integer not null,
  products integer not null,
  amount bigint not null,
  -- Those that have moved in before.
  already_users integer not null,
  already_products integer not null,
  already_amount bigint not null,
  -- Lines that were refused.
  refused integer not null,
  -- How far it has got.
  moved_users integer not null default 0,
  moved_products integer not null default 0,
  moved_amount bigint not null default 0,
  -- The process that runs it says so again before this time. After it, another one goes on.
  leased_until timestamptz,
  finished_at timestamptz
);

-- The lines of a dry run: those that move in, and those that were refused.
create table shop.move_in_part (
  id bigint generated always as identity primary key,
  move_in uuid not null references shop.move_in on delete cascade,
  kind text not null check (kind in ('plan', 'refused')),
  sealed text not null
);
create index move_in_part_of on shop.move_in_part (move_in, kind, id);

grant select, insert, update, delete on shop.move_in_text, shop.move_in, shop.move_in_part to cedibook_api;

-- The ids of the commands follow from this key and what they move in, so that a second run finds what the first has done,
-- also if a user was deleted meanwhile. Without the key, nobody can tell phone numbers from the ids in the log.
create table shop.move_in_key (
  id boolean primary key default true check (id),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into shop.move_in_key default values;
grant select on shop.move_in_key to cedibook_api;

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

-- What an admin says about an incident (audit.incident): who put it right, and how.
create table shop.incident_note (
  incident_id bigint primary key,
  user_id uuid not null references shop."user",
  reason text not null,
  noted_at timestamptz not null default now()
);
grant select, insert on shop.incident_note to cedibook_api;
