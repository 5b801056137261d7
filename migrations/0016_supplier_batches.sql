-- Orders go to suppliers in numbered batches.

-- The batch that an order went with. No old order has one, as the log says, so nothing has to be verified again.
alter table ledger."order" add column supplier_batch bigint;
alter table audit."order" add column supplier_batch bigint;
create index order_supplier_batch on ledger."order" (supplier_batch, id) where supplier_batch is not null;

-- How many batches there are, and by network what differs from the default columns of their files.
alter table ledger.settings
  add column supplier_batches bigint not null default 0,
  add column supplier_layouts jsonb not null default '{}';
alter table audit.settings
  add column supplier_batches bigint not null default 0,
  add column supplier_layouts jsonb not null default '{}';

create index event_supplier_batch on ledger.event (type, position)
  where type in ('supplier_batch_sent', 'supplier_layout_changed');
