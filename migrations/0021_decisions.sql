-- What each admin has processed and completed. A batch is one act of its own, so its orders are left out.
create index event_moved on ledger.event (type, position)
  where type in ('order_processed', 'order_completed') and data ->> 'batch' is null;
create index event_moved_by on ledger.event (type, actor, position)
  where type in ('order_processed', 'order_completed') and data ->> 'batch' is null;
