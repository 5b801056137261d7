-- Whether admins need a second factor.
-- The auditor's copy is false too, as the log says, so nothing has to be verified again.
alter table ledger.settings add column admin_factor boolean not null default false;
alter table audit.settings add column admin_factor boolean not null default false;
