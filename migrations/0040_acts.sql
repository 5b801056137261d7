-- What is rare in the log, whatever its type, so that a new type of act or movement needs no migration. The types that are not
-- rare have indexes of their own, or none.
drop index ledger.event_act, ledger.event_act_by, ledger.event_payment_act, ledger.event_payment_act_by,
  ledger.event_supplier_batch, ledger.event_duplicate_accepted, ledger.event_rail_balance, ledger.event_funded,
  ledger.event_moved_in;
create index event_act on ledger.event (type, position)
  where type not in ('order_placed', 'order_processed', 'order_completed', 'order_rejected', 'order_removed',
    'topup_requested', 'topup_approved', 'topup_removed', 'wallet_corrected', 'user_registered', 'wallet_opened',
    'payment_received', 'payment_fee_charged');
create index event_act_by on ledger.event (type, actor, position)
  where type not in ('order_placed', 'order_processed', 'order_completed', 'order_rejected', 'order_removed',
    'topup_requested', 'topup_approved', 'topup_removed', 'wallet_corrected', 'user_registered', 'wallet_opened',
    'payment_received', 'payment_fee_charged');
-- Removals of single rows. Those of a list that was cleared are in event_cleared.
create index event_removed on ledger.event (type, position)
  where type in ('order_removed', 'topup_removed') and data ->> 'clearing' is null;
create index event_removed_by on ledger.event (type, actor, position)
  where type in ('order_removed', 'topup_removed') and data ->> 'clearing' is null;
