-- Sums of each day of the log that only the auditor writes, in the transaction that verified the events: what admins did
-- with money alone, and the top-ups that a MoMo statement is compared with. Readers add what comes after days_counted
-- from the log itself. The position is its own: the version before this one goes on verifying events, and sums none.
create table audit.alone_day (
  day date not null,
  -- A user's id, or "system".
  actor text collate "C" not null,
  kind text collate "C" not null,
  count bigint not null,
  -- Pesewas, without a sign.
  amount bigint not null,
  primary key (day, actor, kind)
) with (fillfactor = 50);

create table audit.topup_day (
  -- Of the approval.
  day date primary key,
  count bigint not null,
  amount bigint not null
) with (fillfactor = 50);

create table audit.days_counted (
  id boolean primary key default true check (id),
  position bigint not null
) with (fillfactor = 10);
insert into audit.days_counted values (true, 0);

grant select on audit.alone_day, audit.topup_day, audit.days_counted to cedibook_api;
grant select, insert, update, delete on audit.alone_day, audit.topup_day, audit.days_counted to cedibook_auditor;
