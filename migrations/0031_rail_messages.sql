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

create index event_rail_balance on ledger.event (type, position) where type = 'rail_balance_confirmed';

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
create index payment_transaction_lower on ledger.payment (lower(transaction));
grant select, insert, update, delete on shop.payment_claim to cedibook_api;
