-- What the contract still asked for: requests by when they were made, retries of what had no key, and one slow search.

-- A request's number may have been reserved long before it was made, so the lists go by time.
drop index ledger.recharge_user;
create index recharge_user on ledger.recharge (user_id, created_at, id);
drop index ledger.recharge_status;
create index recharge_status on ledger.recharge (status, created_at, id) where not hidden;
drop index ledger.recharge_created;
create index recharge_created on ledger.recharge (created_at, id) where not hidden;

-- Rejected orders of an offer: 42 bytes for each order that is rejected, and nothing for a purchase.
create index order_rejected on ledger."order" (network, offer, id) where status = 'rejected' and not hidden;

-- Under which Idempotency-Key an admin decided, so that a retry gets its answer again.
alter table shop.approval_decision add column command_id uuid unique;

-- A removal of all under an Idempotency-Key: a retry goes on with what was decided by then, and answers for all of it.
create table shop.removal (
  command_id uuid primary key,
  list text not null check (list in ('order', 'recharge')),
  -- What was decided later stays.
  up_to bigint not null,
  removed integer not null default 0,
  -- How many open ones stayed; null until all is done.
  kept integer
) with (fillfactor = 10);
grant select, insert, update on shop.removal to cedibook_api;
