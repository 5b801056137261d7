-- What takes two admins.

-- A single top-up above it takes two, in pesewas; null: one admin may approve any top-up.
-- The auditor's copy is null too, as the log says, so nothing has to be verified again.
alter table ledger.settings add column topup_limit bigint check (topup_limit > 0);
alter table audit.settings add column topup_limit bigint check (topup_limit > 0);

-- Everybody who has ever been an admin: a handful among all users.
create index event_admin on ledger.event (position)
  where type = 'user_registered' and data ->> 'level' = 'Admin'
    or type = 'user_level_changed' and data ->> 'after' = 'Admin';

-- Purchases below a price that an admin had just cut, by that admin.
create index event_below on ledger.event ((data -> 'below' ->> 'by'), recorded_at)
  where type = 'order_placed' and data ? 'below';
