-- What was asked of any rail that asks customers for money, not only of Paystack.
alter table shop.paystack_charge rename to charge;
-- Processes of the version before write no rail: theirs is Paystack.
alter table shop.charge add column rail text collate "C" not null default 'paystack';
alter index shop.paystack_charge_pkey rename to charge_pkey;
alter index shop.paystack_charge_topup_key rename to charge_topup_key;
alter index shop.paystack_charge_due rename to charge_due;
alter index shop.paystack_charge_user rename to charge_user;
alter index shop.paystack_charge_open_test rename to charge_open_test;
alter index shop.paystack_charge_test rename to charge_test;
alter table shop.charge rename constraint paystack_charge_state_check to charge_state_check;

-- The same rows for those processes, which serve beside the new ones during an upgrade. They must not see another rail's.
create view shop.paystack_charge as select * from shop.charge where rail = 'paystack';
grant select, insert, update, delete on shop.paystack_charge to cedibook_api;
