-- Why a top-up was declined. No old request has a reason, as the log says, so nothing has to be verified again.
alter table ledger.topup add column reason text;
alter table audit.topup add column reason text;

-- Requests that were approved beside others of the same payment.
create index event_duplicate_accepted on ledger.event (type, position) where type = 'duplicate_accepted';
