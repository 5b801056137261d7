-- Acts: all that the office asks the log about, so that a purchase pays for none of it. The log keeps three indexes, which
-- answer its own three questions: by position, by stream and version, and by wallet.

-- In one transaction with its first rows: an event that came between them would have no row.
lock table ledger.event in access exclusive mode;

create table ledger.act (
  position bigint primary key,
  -- Of a purchase below a price: how much below.
  amount bigint,
  -- The position of the movement that a correction names.
  corrects bigint,
  -- The position of the list_cleared that removed the row together with others.
  clearing bigint,
  recorded_at timestamptz not null,
  wallet uuid,
  type text collate "C" not null,
  -- Of a purchase below a price: the admin who had cut it.
  actor text collate "C" not null,
  -- The admin who asked for it, if it took two.
  requested_by text collate "C",
  -- The payment that paid for it.
  payment text collate "C",
  -- The user whom it made an admin.
  made_admin text collate "C",
  reason text
);

-- What is frequent and nobody's act has no row. A new type of event has one, without a migration. Orders of a batch have none,
-- because the batch is one act. A purchase has one only if it went below a price that an admin had just cut.
create function ledger.is_act(type text, data jsonb) returns boolean language sql immutable parallel safe as $$
  select case type
    when 'order_placed' then data ? 'below'
    when 'order_processed' then not data ? 'batch'
    when 'topup_requested' then false
    when 'payment_received' then false
    when 'payment_fee_charged' then false
    when 'wallet_opened' then false
    when 'user_registered' then data ->> 'level' = 'Admin'
    else true end
$$;

create function ledger.act_of(e ledger.event) returns setof ledger.act language sql immutable parallel safe as $$
  select e.position,
    case e.type when 'order_placed' then (e.data -> 'below' ->> 'amount')::bigint else e.amount end,
    case e.type when 'wallet_corrected' then (e.data ->> 'corrects')::bigint end,
    case when e.type in ('order_removed', 'topup_removed') then (e.data ->> 'clearing')::bigint end,
    e.recorded_at, e.wallet, e.type,
    case e.type when 'order_placed' then e.data -> 'below' ->> 'by' else e.actor end,
    e.data ->> 'requested_by', e.data ->> 'payment',
    case when e.type = 'user_registered' or e.type = 'user_level_changed' and e.data ->> 'after' = 'Admin'
      then substr(e.stream, length('user/') + 1) end,
    e.data ->> 'reason'
  where ledger.is_act(e.type, e.data)
$$;

create view ledger.logged_act as select a.* from ledger.event e cross join lateral ledger.act_of(e) a;

insert into ledger.act select * from ledger.logged_act order by position;

-- Rows of a cleared list are part of another act.
create index act_type on ledger.act (type, position) where clearing is null;
create index act_type_actor on ledger.act (type, actor, position) where clearing is null;
create index act_requested on ledger.act (requested_by, type, position) where requested_by is not null;
create index act_clearing on ledger.act (clearing, position) where clearing is not null;
create index act_corrects on ledger.act (corrects) where corrects is not null;
create index act_wallet on ledger.act (wallet, position) where wallet is not null and type <> 'order_placed';
create index act_reason on ledger.act using gin (reason public.gin_trgm_ops) with (fastupdate = off)
  where wallet is not null and reason is not null;
-- Rejected orders whose charge had already been corrected in full: very few.
create index act_unrefunded on ledger.act (position) where type = 'order_rejected' and wallet is null;
-- What an admin gave or took alone within the last day.
create index act_alone on ledger.act (actor, recorded_at)
  where type in ('wallet_corrected', 'order_placed') and requested_by is null;
create index act_made_admin on ledger.act (made_admin) where made_admin is not null;

-- Whoever appends the event need not know of acts, and nobody can write one without its event.
create function ledger.note_act() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- It is there already if an event that was deleted is put back.
  insert into ledger.act select * from ledger.act_of(new) on conflict do nothing;
  return null;
end $$;
-- A purchase is asked for nothing more. Each statement prepares this condition anew: with ledger.is_act it took 0.4 ms.
create trigger note_act after insert on ledger.event
  for each row when (new.type <> 'order_placed' or new.data ? 'below') execute function ledger.note_act();

-- The auditor's copy, and up to which event it goes. An older auditor does not know it, and leaves it behind.
create table audit.act (like ledger.act, primary key (position));
alter table audit.state add column acts bigint not null default 0;
insert into audit.act select * from ledger.act where position <= (select position from audit.state);
update audit.state set acts = position;

grant select on ledger.act, ledger.logged_act to cedibook_api, cedibook_auditor;
grant select, insert, update, delete on audit.act to cedibook_auditor;
grant select on audit.act to cedibook_api;

drop index ledger.event_wallet_rest, ledger.event_decided, ledger.event_decided_by, ledger.event_reason,
  ledger.event_unrefunded, ledger.event_corrects, ledger.event_corrected, ledger.event_requested, ledger.event_act,
  ledger.event_act_by, ledger.event_removed, ledger.event_removed_by, ledger.event_cleared, ledger.event_moved,
  ledger.event_moved_by, ledger.event_admin, ledger.event_below;

-- What an admin's page missed is read from the log. Nobody else looks for these rows by position.
drop index ledger.topup_position, ledger.approval_position;
