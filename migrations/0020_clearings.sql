-- A removal of all is one act, list_cleared, however many rows it removes: those that name it are no acts of their own.
drop index ledger.event_act;
create index event_act on ledger.event (type, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed', 'list_cleared')
    and data ->> 'clearing' is null;
drop index ledger.event_act_by;
create index event_act_by on ledger.event (type, actor, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed',
    'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed', 'list_cleared')
    and data ->> 'clearing' is null;
create index event_cleared on ledger.event (((data ->> 'clearing')::bigint), position)
  where type in ('topup_removed', 'order_removed') and data ->> 'clearing' is not null;

-- The log says all of it.
drop table shop.removal;
