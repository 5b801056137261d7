-- Each time that the books did not balance. Only the auditor writes it.
create table audit.incident (
  id bigint generated always as identity primary key,
  began_at timestamptz not null default now(),
  -- Null while the books are red.
  ended_at timestamptz,
  -- Everything that differed meanwhile.
  findings jsonb not null
);
create unique index incident_open on audit.incident ((true)) where ended_at is null;
grant select on audit.incident to cedibook_api;
grant select, insert, update, delete on audit.incident to cedibook_auditor;

-- What an admin says about it: who put it right, and how.
create table shop.incident_note (
  incident_id bigint primary key,
  user_id uuid not null references shop."user",
  reason text not null,
  noted_at timestamptz not null default now()
);
grant select, insert on shop.incident_note to cedibook_api;
