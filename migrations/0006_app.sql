-- What the customer's app needs beside the first calls.

-- Where to reach the shop; empty where there is none.
alter table ledger.notice add column support_group text not null default '', add column support_chat text not null default '';
alter table ledger.notice alter column support_group drop default, alter column support_chat drop default;

-- Numbers that a user has given a name.
create table shop.beneficiary (
  user_id uuid not null references shop."user" on delete cascade,
  phone text not null,
  name text not null,
  primary key (user_id, phone)
);

grant select, insert, update, delete on shop.beneficiary to cedibook_api;
