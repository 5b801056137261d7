alter table shop.paystack_charge
  -- The admin who tests the setup with it. Such a payment credits nobody.
  add column test_by uuid,
  -- When Paystack's webhook about the payment came first.
  add column heard_at timestamptz,
  -- In ledger.payment, once it is received.
  add column payment uuid;
-- One test at a time.
create unique index paystack_charge_open_test on shop.paystack_charge ((true))
  where test_by is not null and state in ('asking', 'otp', 'waiting');
create index paystack_charge_test on shop.paystack_charge (created_at) where test_by is not null;
