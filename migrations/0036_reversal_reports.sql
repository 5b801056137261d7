-- When Paystack last reported a refund or the end of a dispute. Its verification can lag behind.
alter table shop.paystack_charge add column reversal_heard_at timestamptz;
