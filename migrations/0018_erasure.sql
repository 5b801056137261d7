-- Deleted users are forgotten: their personal data is erased after a time, and later the numbers that they bought for.

-- When that was done. The log says when a user was deleted.
alter table shop."user" add column erased_at timestamptz;
alter table shop."user" add column receivers_erased_at timestamptz;

-- Those who are still to be erased. Few of all users are deleted.
create index user_unerased on shop."user" (id) where deleted and receivers_erased_at is null;

-- To erase the numbers in it.
grant update on shop.order_search to cedibook_api;
