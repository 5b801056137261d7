-- Sensitive calls ask for the password or code again, if the shop turned that on.

-- The auditor's copy is false too, as the log says, so nothing has to be verified again.
alter table ledger.settings add column step_up boolean not null default false;
alter table audit.settings add column step_up boolean not null default false;

-- When its user last proved again who they are.
alter table shop.session add column stepped_up_at timestamptz;

-- With the new types of acts.
drop index ledger.event_act;
drop index ledger.event_act_by;
create index event_act on ledger.event (type, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed', 'topup_limit_changed',
    'admin_factor_changed', 'step_up_changed', 'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed', 'list_cleared')
    and data ->> 'clearing' is null;
create index event_act_by on ledger.event (type, actor, position)
  where type in ('user_level_changed', 'user_status_changed', 'user_profile_changed', 'user_deleted', 'sessions_ended',
    'api_key_replaced', 'product_created', 'product_changed', 'product_status_changed', 'notice_changed',
    'payment_details_changed', 'support_links_changed', 'correction_limit_changed', 'topup_limit_changed',
    'admin_factor_changed', 'step_up_changed', 'message_settings_changed', 'topup_declined', 'topup_removed', 'order_removed', 'list_cleared')
    and data ->> 'clearing' is null;
