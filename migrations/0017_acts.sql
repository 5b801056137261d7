-- What the office and the audit look up, and had no index for.

-- Declined requests, and removals from the lists, are administrative acts, too. By type first: an admin who removes a
-- million orders in a stroke has other acts behind them.
drop index ledger.event_act;
create index event_act on ledger.event (type, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed');
drop index ledger.event_act_by;
create index event_act_by on ledger.event (type, actor, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed');
-- Whose orders those were (requests are few for one user): nothing happens to a removed one any more, so its position is the act's.
create index order_removed on ledger."order" (user_id, position) where hidden;

-- Who asked for what another admin has approved.
create index event_requested on ledger.event ((data ->> 'requested_by'), position)
  where type = 'wallet_corrected';

-- From a purchase to the top-up before it, and from a top-up to the next one.
create index recharge_credited on ledger.recharge (user_id, credited_at) where credited_at is not null;

-- What waits for a second admin, and what was decided last, however much was decided before.
alter table shop.approval add column is_open boolean not null default true;
update shop.approval a set is_open = false
  where exists (select from shop.approval_decision d where d.approval_id = a.id);
drop index shop.approval_newest;
create index approval_open on shop.approval (requested_at, id) where is_open;
create index approval_decided on shop.approval_decision (decided_at desc, approval_id);
grant update (is_open) on shop.approval to cedibook_api;
