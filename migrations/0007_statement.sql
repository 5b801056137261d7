-- A wallet's movements other than purchases, for the months of its statement and for searching it. Purchases are most of
-- the log. They are not in this index, so it costs them nothing: their sums are in sales_by_day, and they are found by
-- order_user.
create index event_wallet_rest on ledger.event (wallet, position)
  where wallet is not null and type <> 'order_placed';
