-- Paystack said that the payer disputes it before the payment was received.
alter table shop.paystack_charge add column disputed boolean not null default false;
