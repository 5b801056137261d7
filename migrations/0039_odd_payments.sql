-- Payments that an admin has to look into, beside those that wait in suspense: what the shop does not book, what was paid
-- twice, and what came back to a wallet's payment.
create table shop.odd_payment (
  id bigint generated always as identity primary key,
  -- "not booked": in another currency or of the other domain. "paid twice": by two charges that were open together.
  kind text collate "C" not null check (kind in ('not booked', 'paid twice', 'refund failed')),
  rail text collate "C" not null check (rail in ('momo', 'telecel', 'paystack')),
  -- The rail's own id of it, and of the other payment if it was paid twice, or of the refund.
  transaction text collate "C" not null,
  other text collate "C",
  -- What the shop had asked for it by, and whom.
  reference text collate "C" not null,
  user_id uuid,
  -- As the rail says it, in hundredths of the currency.
  amount bigint not null,
  currency text not null,
  domain text not null,
  -- The rail has taken or sent it back.
  reversed boolean not null default false,
  found_at timestamptz not null default now(),
  -- What an admin has done about it; null while nobody has.
  note text,
  handled_by uuid references shop."user",
  handled_at timestamptz,
  unique (rail, transaction, kind)
);
create index odd_payment_open on shop.odd_payment (id) where handled_at is null;
grant select, insert, update, delete on shop.odd_payment to cedibook_api;

alter table shop.paystack_charge
  -- The refund of it that Paystack reported as failed, until that is booked.
  add column failed_refund text collate "C",
  -- In pesewas; null if Paystack did not say it.
  add column failed_refund_amount bigint,
  add column refund_failed_at timestamptz;

alter table shop.notice drop constraint notice_kind_check;
alter table shop.notice add constraint notice_kind_check
  check (kind in ('new_device', 'password_changed', 'phone_changed', 'sign_in_help', 'paid_twice'));
