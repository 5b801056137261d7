-- Agents' own shops: their prices follow from the log, and what they are called and say is kept here.

create table ledger.agent_shop (
  user_id uuid primary key,
  -- What the agent asks, as [{"package", "price"}].
  prices jsonb not null default '[]',
  -- By an admin.
  closed boolean not null,
  version integer not null,
  position bigint not null
);
create table audit.agent_shop (like ledger.agent_shop, primary key (user_id));

alter table ledger.settings add column shop_rules jsonb not null default '{"isOn": false, "fee_by": "shop", "highest": 200}';
alter table audit.settings add column shop_rules jsonb not null default '{"isOn": false, "fee_by": "shop", "highest": 200}';

-- A name that was taken once leads to nobody else: its link is in chats that the agent's customers keep.
create table shop.shop_name (
  name text collate "C" primary key check (name ~ '^[a-z0-9-]{3,30}$'),
  -- Null: its agent was erased.
  user_id uuid references shop."user",
  taken_at timestamptz not null default now(),
  unique (name, user_id)
);
create index shop_name_of_user on shop.shop_name (user_id) where user_id is not null;

create table shop.agent_shop (
  id bigint generated always as identity unique,
  user_id uuid primary key references shop."user" on delete cascade,
  name text collate "C" not null unique,
  title text not null,
  colour text collate "C" not null,
  greeting text not null default '',
  -- A phone number; empty if the agent shows none.
  contact text not null default '',
  -- By the agent.
  is_open boolean not null default true,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- A name that somebody else has taken is refused here, whoever comes first.
  constraint agent_shop_own_name foreign key (name, user_id) references shop.shop_name (name, user_id)
);

-- What strangers say is wrong with a shop. Nothing about who said it is kept.
create table shop.shop_report (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user" on delete cascade,
  kind text collate "C" not null check (kind in ('not delivered', 'pretends', 'offensive', 'other')),
  said text not null default '',
  reported_at timestamptz not null default now(),
  -- When an admin had looked at it.
  seen_at timestamptz
);
create index shop_report_of_shop on shop.shop_report (user_id, id);

grant select, insert, update on ledger.agent_shop to cedibook_api;
grant select on ledger.agent_shop to cedibook_auditor;
grant select, insert, update, delete on audit.agent_shop to cedibook_auditor;
grant select on audit.agent_shop to cedibook_api;
grant select, insert, update, delete on shop.agent_shop, shop.shop_name, shop.shop_report to cedibook_api;
