-- The orders of a number, to find those that were placed twice. The table is filled after the purchase, so a purchase does
-- not wait for this index.
create index order_search_same on shop.order_search (receiver, order_id);
