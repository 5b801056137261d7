-- Orders are entered into the search in portions, and so are their numbers' pieces into its index: one by one they took most of
-- what a purchase costs. What is pending, every search has to read: so little of it.
alter index shop.order_search_receiver set (fastupdate = on, gin_pending_list_limit = 256);
