-- What admins say that a rail's own statement has as its balance. The newest entry of a moment counts.
create table shop.rail_statement (
  id bigint generated always as identity primary key,
  rail text collate "C" not null check (rail in ('momo', 'telecel', 'paystack')),
  -- The balance includes what happened before this moment.
  at timestamptz not null,
  -- In pesewas.
  balance bigint not null check (balance >= 0),
  noted_by uuid not null,
  noted_at timestamptz not null default now()
);
create index rail_statement_at on shop.rail_statement (rail, at desc, id desc);
grant select, insert on shop.rail_statement to cedibook_api;
