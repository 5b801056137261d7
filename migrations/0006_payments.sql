-- Payments that rails report, beside what the log says of them.

-- What was asked of a rail that asks customers for money, and what it says about it. A reference that the shop did not make
-- has no user.
create table shop.charge (
  -- 20 of [a-z0-9]: what both sides know the payment by.
  reference text collate "C" primary key,
  user_id uuid,
  -- The request that the payment is for.
  topup bigint unique,
  -- In pesewas; what was asked for.
  amount bigint,
  -- asking: nobody knows yet whether the rail has the charge. strange: paid, but not what was asked for.
  state text collate "C" not null
    check (state in ('asking', 'otp', 'waiting', 'paid', 'failed', 'strange')),
  -- What the rail says about it.
  said text not null default '',
  created_at timestamptz not null default now(),
  -- When to ask what became of it; null: never again.
  next_check_at timestamptz,
  checks integer not null default 0,
  -- The admin who tests the setup with it. Such a payment credits nobody.
  test_by uuid,
  -- When the rail's webhook about the payment came first.
  heard_at timestamptz,
  -- In ledger.payment, once it is received.
  payment uuid,
  -- The rail said that the payer disputes it before the payment was received.
  disputed boolean not null default false,
  -- When the rail last reported a refund or the end of a dispute. Its verification can lag behind.
  reversal_heard_at timestamptz,
  -- The refund of it that the rail reported as failed, until that is booked.
  failed_refund text collate "C",
  -- In pesewas; null if the rail did not say it.
  failed_refund_amount bigint,
  refund_failed_at timestamptz,
  rail text collate "C" not null
);
create index charge_due on shop.charge (next_check_at) where next_check_at is not null;
create index charge_user on shop.charge (user_id, created_at) where user_id is not null;
-- One test at a time.
create unique index charge_open_test on shop.charge ((true)) where test_by is not null and state in ('asking', 'otp', 'waiting');
create index charge_test on shop.charge (created_at) where test_by is not null;
grant select, insert, update, delete on shop.charge to cedibook_api;

-- What the messages on the shop's phone say about its mobile money wallets. The messages themselves are never stored.
create table shop.rail_message (
  id bigint generated always as identity primary key,
  rail text collate "C" not null check (rail in ('momo', 'telecel')),
  kind text collate "C" not null check (kind in ('received', 'sent', 'reversed')),
  -- The rail's own id.
  transaction text collate "C" not null,
  -- In pesewas.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0),
  -- What the wallet held after it, and so before it; null if the message does not say so.
  balance bigint,
  before bigint,
  -- The request whose reference the payer has typed.
  topup bigint,
  -- The transaction that a reversal takes back.
  reverses text collate "C",
  -- proven: it follows what the wallet held. foreign: it looks like a receipt, but another sender has sent it.
  state text collate "C" not null check (state in ('waiting', 'proven', 'foreign', 'dismissed')),
  -- The admin who has read it out from the phone; null if the phone has forwarded it.
  typed_by uuid references shop."user",
  -- By the phone's clock.
  received_at timestamptz not null,
  stored_at timestamptz not null default now(),
  -- The order in which they were proven.
  place bigint,
  -- Why the shop let its payment wait. What an admin lets wait for another reason, the shop leaves alone.
  held text,
  -- When the ledger had what follows from it.
  settled_at timestamptz
);
create sequence shop.rail_message_place owned by shop.rail_message.place;
grant usage on sequence shop.rail_message_place to cedibook_api;
-- The same message comes more than once. An impostor's copy must not hide the network's.
create unique index rail_message_same on shop.rail_message
  (rail, kind, transaction, amount, fee, balance, (state = 'foreign')) nulls not distinct;
create index rail_message_waiting on shop.rail_message (rail, before) where state = 'waiting';
create index rail_message_unsettled on shop.rail_message (place) where state = 'proven' and settled_at is null;
create index rail_message_topup on shop.rail_message (topup) where topup is not null;
create index rail_message_listed on shop.rail_message (state, id);
create index rail_message_outgoing on shop.rail_message (rail, place) where kind <> 'received' and state = 'proven';
grant select, insert, update, delete on shop.rail_message to cedibook_api;

-- What each wallet holds by its proven messages; null until an admin has said it once.
create table shop.phone_rail (
  rail text collate "C" primary key check (rail in ('momo', 'telecel')),
  balance bigint,
  -- Position of the last rail_balance_confirmed that was followed.
  confirmed bigint not null default 0,
  -- When the phone received the newest proven message.
  moved_at timestamptz
);
insert into shop.phone_rail (rail) values ('momo'), ('telecel');
grant select, update on shop.phone_rail to cedibook_api;

-- Phones that forward their messages.
create table shop.phone (
  device text collate "C" primary key,
  heard_at timestamptz not null,
  -- When it received its newest message of a network.
  message_at timestamptz,
  -- Messages of a network that nobody could read, and when the last one came.
  unread bigint not null default 0,
  unread_at timestamptz
);
grant select, insert, update on shop.phone to cedibook_api;

-- Customers who say that they have paid and were not credited.
create table shop.payment_claim (
  id bigint generated always as identity primary key,
  user_id uuid not null references shop."user",
  -- As the customer has typed it.
  transaction text not null,
  -- In pesewas.
  amount bigint not null check (amount > 0),
  claimed_at timestamptz not null default now(),
  -- What an admin has answered; null while it waits.
  answer text,
  answered_by uuid references shop."user",
  answered_at timestamptz
);
create unique index payment_claim_same on shop.payment_claim (user_id, lower(transaction));
create index payment_claim_transaction on shop.payment_claim (lower(transaction)) where answered_at is null;
create index payment_claim_open on shop.payment_claim (id) where answered_at is null;
grant select, insert, update, delete on shop.payment_claim to cedibook_api;

-- What admins say that a rail's own statement has as its balance. The newest entry of a moment counts.
create table shop.rail_statement (
  id bigint generated always as identity primary key,
  rail text collate "C" not null check (rail in ('momo', 'telecel', 'paystack')),
  -- The balance includes what happened before this moment.
  at timestamptz not null,
  -- In pesewas.
  balance bigint not null check (balance >= 0),
  noted_by uuid not null,
  noted_at timestamptz not null default now()
);
create index rail_statement_at on shop.rail_statement (rail, at desc, id desc);
grant select, insert on shop.rail_statement to cedibook_api;

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
