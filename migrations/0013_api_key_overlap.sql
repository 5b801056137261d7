-- Until when the key before the present one still works; null: it does not.
alter table shop.api_key add column previous_until timestamptz;
