-- Hubnet and Reloadly: an account for the money that the shop has with each, and what is known of them.
-- Everything that is there was allowed before, so nothing of the log is read to know it.

alter table ledger.house_account drop constraint house_account_name_check, add constraint house_account_name_check check (name in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:hubnet', 'float:reloadly', 'float:stock'));
insert into ledger.house_account (name, balance, position) values ('float:hubnet', 0, 0), ('float:reloadly', 0, 0);
insert into audit.house_account (name, balance, position) values ('float:hubnet', 0, 0), ('float:reloadly', 0, 0);
alter table ledger.event drop constraint event_counterparty_check, add constraint event_counterparty_check check (counterparty in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:hubnet', 'float:reloadly', 'float:stock')) not valid;
alter table ledger.event drop constraint event_house_check, add constraint event_house_check check (house in
  ('momo', 'telecel', 'paystack', 'suspense', 'fees', 'owner', 'sales', 'corrections', 'opening', 'cost', 'float:datamart',
    'float:hubnet', 'float:reloadly', 'float:stock') and house <> counterparty) not valid;

insert into shop.supplier (name) values ('hubnet'), ('reloadly');
