-- Large corrections, and raising the amount from which they are large, take two admins.

-- Pesewas; null: one admin may correct any amount.
alter table ledger.notice add column correction_limit bigint check (correction_limit > 0);

-- What one admin has asked for and another must approve. Who did both, the log says once it is approved.
create table shop.approval (
  -- The id of the command that carries it out: whoever approves, it is carried out once.
  id uuid primary key,
  kind text not null check (kind in ('correction', 'limit')),
  -- { user, amount, reason, corrects } or { limit }; pesewas.
  intent jsonb not null,
  requested_by uuid not null,
  requested_at timestamptz not null default now()
);
create index approval_newest on shop.approval (requested_at desc, id);

-- Once for each: of two admins who decide at once, one is told that it is decided.
create table shop.approval_decision (
  approval_id uuid primary key references shop.approval,
  decision text not null check (decision in ('approved', 'declined')),
  decided_by uuid not null,
  decided_at timestamptz not null default now()
);

grant select, insert on shop.approval, shop.approval_decision to cedibook_api;
