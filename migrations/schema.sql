-- Written by `npm run migrate -- write` out of a freshly migrated database. For reading and for diffs: what runs are
-- the migrations.

create schema audit;
create schema ledger;
create schema shop;

create sequence shop.topup_number as bigint start 10001 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;

create table audit."order" (
  id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  charged_at bigint not null,
  refunded_at bigint,
  created_at timestamp with time zone not null,
  action_at timestamp with time zone,
  "position" bigint not null,
  version integer not null,
  hidden boolean not null,
  status text collate "C" not null,
  product_id text collate "C" not null,
  package_id text collate "C" not null,
  network text not null,
  offer text not null,
  reason text,
  constraint order_pkey PRIMARY KEY (id)
);
create table audit.account (
  user_id uuid not null,
  level text not null,
  status text not null,
  deleted boolean not null,
  registered_at timestamp with time zone not null,
  version integer not null,
  "position" bigint not null,
  constraint account_pkey PRIMARY KEY (user_id)
);
create table audit.amount (
  amount bigint not null,
  "position" bigint not null,
  constraint amount_pkey PRIMARY KEY (amount, "position")
);
create table audit.approval (
  id uuid not null,
  request jsonb not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  status text collate "C" not null,
  decided_by text collate "C",
  decided_at timestamp with time zone,
  version integer not null,
  "position" bigint not null,
  constraint approval_pkey PRIMARY KEY (id)
);
create table audit.books (
  id boolean not null default true,
  checked_at timestamp with time zone not null,
  took_ms integer not null,
  "position" bigint not null,
  hash text not null,
  findings jsonb not null,
  constraint books_pkey PRIMARY KEY (id),
  constraint books_id_check CHECK (id)
);
create table audit.daily_head (
  day date not null,
  "position" bigint not null,
  hash text not null,
  root text not null,
  sent_at timestamp with time zone,
  constraint daily_head_pkey PRIMARY KEY (day)
);
create table audit.daily_total (
  list text collate "C" not null,
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  "position" bigint not null,
  constraint daily_total_pkey PRIMARY KEY (list, day, status)
) with (fillfactor=50);
create table audit.house_account (
  name text not null,
  balance bigint not null,
  "position" bigint not null,
  constraint house_account_pkey PRIMARY KEY (name)
);
create table audit.log_block (
  block bigint not null,
  events bigint not null,
  sum numeric not null,
  constraint log_block_pkey PRIMARY KEY (block)
);
create table audit.product (
  id text collate "C" not null,
  network text not null,
  status text not null,
  note text not null,
  image text,
  packages jsonb not null,
  version integer not null,
  "position" bigint not null,
  constraint product_pkey PRIMARY KEY (id)
);
create table audit.reversal (
  entry bigint not null,
  reversed bigint not null,
  "position" bigint not null,
  constraint reversal_pkey PRIMARY KEY (entry)
);
create table audit.sales_by_day (
  user_id uuid not null,
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  "position" bigint not null,
  constraint sales_by_day_pkey PRIMARY KEY (user_id, day, status)
) with (fillfactor=50);
create table audit.settings (
  id boolean not null,
  notice text not null,
  momo_phone_number text not null,
  momo_account_name text not null,
  support_group text not null,
  support_chat text not null,
  correction_limit bigint,
  admin_phone text not null,
  card_number text not null,
  templates jsonb not null,
  version integer not null,
  "position" bigint not null,
  constraint settings_pkey PRIMARY KEY (id)
);
create table audit.state (
  id boolean not null default true,
  "position" bigint not null,
  hash bytea not null,
  recorded_at timestamp with time zone not null,
  orders_placed bigint not null,
  commands bigint not null,
  commands_sum numeric not null,
  constraint state_pkey PRIMARY KEY (id),
  constraint state_hash_check CHECK ((length(hash) = 32)),
  constraint state_id_check CHECK (id)
);
create table audit.topup (
  id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  credited_at bigint,
  created_at timestamp with time zone not null,
  action_at timestamp with time zone,
  "position" bigint not null,
  version integer not null,
  hidden boolean not null,
  purpose text not null,
  status text collate "C" not null,
  momo_transaction_id text,
  constraint topup_pkey PRIMARY KEY (id)
);
create table audit.tree_block (
  index bigint not null,
  leaves bytea not null,
  root bytea,
  constraint tree_block_pkey PRIMARY KEY (index),
  constraint tree_block_check CHECK (((root IS NOT NULL) = (length(leaves) = 8192))),
  constraint tree_block_leaves_check CHECK ((((length(leaves) >= 32) AND (length(leaves) <= 8192)) AND ((length(leaves) % 32) = 0)))
);
create table audit.tree_wallet (
  wallet uuid not null,
  movements bigint not null,
  constraint tree_wallet_pkey PRIMARY KEY (wallet)
);
create table audit.verification (
  id bigint not null generated always as identity,
  asked_at timestamp with time zone not null default now(),
  asked_by text not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  "position" bigint not null default 0,
  target bigint not null default 0,
  hash text,
  findings jsonb,
  failure text,
  constraint verification_pkey PRIMARY KEY (id)
);
create table audit.wallet (
  user_id uuid not null,
  balance bigint not null,
  version integer not null,
  "position" bigint not null,
  constraint wallet_pkey PRIMARY KEY (user_id)
) with (fillfactor=50);
create table ledger."order" (
  id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  charged_at bigint not null,
  refunded_at bigint,
  created_at timestamp with time zone not null,
  action_at timestamp with time zone,
  "position" bigint not null,
  version integer not null,
  hidden boolean not null,
  status text collate "C" not null,
  product_id text collate "C" not null,
  package_id text collate "C" not null,
  network text not null,
  offer text not null,
  reason text,
  constraint order_pkey PRIMARY KEY (id),
  constraint order_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'rejected'::text])))
);
create table ledger.account (
  user_id uuid not null,
  level text not null,
  status text not null,
  deleted boolean not null,
  registered_at timestamp with time zone not null,
  version integer not null,
  "position" bigint not null,
  constraint account_pkey PRIMARY KEY (user_id),
  constraint account_level_check CHECK ((level = ANY (ARRAY['Customer'::text, 'Agent'::text, 'Super Agent'::text, 'Admin'::text]))),
  constraint account_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Banned'::text])))
);
create table ledger.approval (
  id uuid not null,
  request jsonb not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  status text collate "C" not null,
  decided_by text collate "C",
  decided_at timestamp with time zone,
  version integer not null,
  "position" bigint not null,
  constraint approval_pkey PRIMARY KEY (id),
  constraint approval_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text])))
);
create table ledger.command (
  "position" bigint not null,
  id uuid not null,
  events integer not null,
  fingerprint bytea not null,
  rejection jsonb,
  constraint command_pkey PRIMARY KEY (id),
  constraint command_check CHECK (((events = 0) = (rejection IS NOT NULL)))
);
create table ledger.daily_total (
  list text collate "C" not null,
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  "position" bigint not null,
  constraint daily_total_pkey PRIMARY KEY (list, day, status),
  constraint daily_total_list_check CHECK ((list = ANY (ARRAY['order'::text, 'topup'::text])))
) with (fillfactor=50);
create table ledger.event (
  "position" bigint not null,
  amount bigint,
  balance_after bigint,
  recorded_at timestamp with time zone not null,
  command_id uuid not null,
  wallet uuid,
  version integer not null,
  fingerprint bytea not null,
  hash bytea not null,
  stream text collate "C" not null,
  type text collate "C" not null,
  actor text collate "C" not null,
  counterparty text collate "C",
  data jsonb not null,
  constraint event_pkey PRIMARY KEY ("position"),
  constraint event_amount_check CHECK ((amount <> 0)),
  constraint event_balance_after_check CHECK ((balance_after >= 0)),
  constraint event_check CHECK ((num_nulls(wallet, counterparty, amount, balance_after) = ANY (ARRAY[0, 4]))),
  constraint event_counterparty_check CHECK ((counterparty = ANY (ARRAY['momo'::text, 'sales'::text, 'corrections'::text]))),
  constraint event_fingerprint_check CHECK ((length(fingerprint) = 16)),
  constraint event_hash_check CHECK ((length(hash) = 32)),
  constraint event_position_check CHECK (("position" > 0)),
  constraint event_stream_version_key UNIQUE (stream, version),
  constraint event_version_check CHECK ((version > 0))
);
create table ledger.head (
  id boolean not null default true,
  "position" bigint not null,
  orders_placed bigint not null,
  recorded_at timestamp with time zone not null,
  hash bytea not null,
  rebuilds bigint not null default 0,
  constraint head_pkey PRIMARY KEY (id),
  constraint head_hash_check CHECK ((length(hash) = 32)),
  constraint head_id_check CHECK (id)
) with (fillfactor=10);
create table ledger.house_account (
  name text not null,
  balance bigint not null,
  "position" bigint not null,
  constraint house_account_pkey PRIMARY KEY (name),
  constraint house_account_name_check CHECK ((name = ANY (ARRAY['momo'::text, 'sales'::text, 'corrections'::text])))
) with (fillfactor=10);
create table ledger.product (
  id text collate "C" not null,
  network text not null,
  status text not null,
  note text not null,
  image text,
  packages jsonb not null,
  version integer not null,
  "position" bigint not null,
  constraint product_pkey PRIMARY KEY (id),
  constraint product_network_key UNIQUE (network),
  constraint product_status_check CHECK ((status = ANY (ARRAY['available'::text, 'out of stock'::text])))
);
create table ledger.reversal (
  entry bigint not null,
  reversed bigint not null,
  "position" bigint not null,
  constraint reversal_pkey PRIMARY KEY (entry)
);
create table ledger.sales_by_day (
  user_id uuid not null,
  day date not null,
  status text collate "C" not null,
  count bigint not null,
  value bigint not null,
  "position" bigint not null,
  constraint sales_by_day_pkey PRIMARY KEY (user_id, day, status)
) with (fillfactor=50);
create table ledger.settings (
  id boolean not null default true,
  notice text not null,
  momo_phone_number text not null,
  momo_account_name text not null,
  support_group text not null,
  support_chat text not null,
  correction_limit bigint,
  admin_phone text not null,
  card_number text not null,
  templates jsonb not null,
  version integer not null,
  "position" bigint not null,
  constraint settings_pkey PRIMARY KEY (id),
  constraint settings_card_number_check CHECK ((card_number = ANY (ARRAY['last four'::text, 'whole'::text]))),
  constraint settings_correction_limit_check CHECK ((correction_limit > 0)),
  constraint settings_id_check CHECK (id)
);
create table ledger.topup (
  id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  credited_at bigint,
  created_at timestamp with time zone not null,
  action_at timestamp with time zone,
  "position" bigint not null,
  version integer not null,
  hidden boolean not null,
  purpose text not null,
  status text collate "C" not null,
  momo_transaction_id text,
  constraint topup_pkey PRIMARY KEY (id),
  constraint topup_purpose_check CHECK ((purpose = ANY (ARRAY['topup'::text, 'agent-upgrade'::text]))),
  constraint topup_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text])))
);
create table ledger.wallet (
  user_id uuid not null,
  balance bigint not null,
  version integer not null,
  "position" bigint not null,
  constraint wallet_pkey PRIMARY KEY (user_id),
  constraint wallet_balance_check CHECK ((balance >= 0))
) with (fillfactor=50);
create table shop."user" (
  id uuid not null,
  username text not null,
  phone text not null,
  email text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  password_hash text not null,
  deleted boolean not null default false,
  constraint user_pkey PRIMARY KEY (id)
);
create table shop.api_key (
  user_id uuid not null,
  counter integer not null default 0,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint api_key_pkey PRIMARY KEY (user_id),
  constraint api_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create unlogged table shop.attempt (
  key bytea not null,
  count integer not null,
  resets_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (key),
  constraint attempt_key_check CHECK ((length(key) = 32))
);
create table shop.beneficiary (
  user_id uuid not null,
  phone text not null,
  name text not null,
  constraint beneficiary_pkey PRIMARY KEY (user_id, phone),
  constraint beneficiary_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.buyer_sales (
  month date not null,
  user_id uuid not null,
  count bigint not null,
  value bigint not null,
  constraint buyer_sales_pkey PRIMARY KEY (month, user_id)
) with (fillfactor=50);
create table shop.live_ticket (
  hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  opens text not null default '/live'::text,
  constraint live_ticket_pkey PRIMARY KEY (hash),
  constraint live_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES shop.session(id) ON DELETE CASCADE
);
create table shop.message (
  id bigint not null generated always as identity,
  event_position bigint,
  kind text collate "C" not null,
  channel text not null,
  user_id uuid,
  recipient text not null,
  text text not null,
  sealed text,
  segments smallint not null,
  state text collate "C" not null,
  attempts integer not null default 0,
  answer text not null default ''::text,
  created_at timestamp with time zone not null,
  fresh_at timestamp with time zone not null,
  next_at timestamp with time zone,
  started_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint message_pkey PRIMARY KEY (id),
  constraint message_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint message_event_position_kind_key UNIQUE (event_position, kind),
  constraint message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'refused'::text, 'expired'::text, 'unsent'::text, 'cancelled'::text]))),
  constraint message_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
) with (fillfactor=70);
create table shop.message_follower (
  id boolean not null default true,
  "position" bigint,
  constraint message_follower_pkey PRIMARY KEY (id),
  constraint message_follower_id_check CHECK (id)
) with (fillfactor=10);
create table shop.message_gateway (
  channel text not null,
  state text not null,
  since timestamp with time zone not null,
  answer text not null,
  constraint message_gateway_pkey PRIMARY KEY (channel),
  constraint message_gateway_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text]))),
  constraint message_gateway_state_check CHECK ((state = ANY (ARRAY['well'::text, 'failing'::text, 'no credit'::text])))
);
create table shop.message_search (
  message_id bigint not null,
  words text not null,
  constraint message_search_pkey PRIMARY KEY (message_id),
  constraint message_search_message_id_fkey FOREIGN KEY (message_id) REFERENCES shop.message(id) ON DELETE CASCADE
);
create table shop.network_sales (
  day date not null,
  network text collate "C" not null,
  event text collate "C" not null,
  count bigint not null,
  value bigint not null,
  constraint network_sales_pkey PRIMARY KEY (day, network, event),
  constraint network_sales_event_check CHECK ((event = ANY (ARRAY['placed'::text, 'completed'::text, 'rejected'::text])))
) with (fillfactor=50);
create table shop.order_detail (
  order_id bigint not null,
  receiver text not null,
  form text,
  voucher text,
  constraint order_detail_pkey PRIMARY KEY (order_id)
);
create table shop.order_search (
  order_id bigint not null,
  receiver text not null,
  sold text collate "C" not null,
  constraint order_search_pkey PRIMARY KEY (order_id)
);
create table shop.password_reset (
  hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_pkey PRIMARY KEY (hash),
  constraint password_reset_hash_check CHECK ((length(hash) = 32)),
  constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.product_image (
  hash text collate "C" not null,
  mime text not null,
  bytes bytea not null,
  constraint product_image_pkey PRIMARY KEY (hash),
  constraint product_image_bytes_check CHECK ((length(bytes) <= 102400)),
  constraint product_image_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint product_image_mime_check CHECK ((mime = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
create table shop.recovery_code (
  user_id uuid not null,
  hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, hash),
  constraint recovery_code_hash_check CHECK ((length(hash) = 32)),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.sales_counted (
  id boolean not null default true,
  "position" bigint not null,
  constraint sales_counted_pkey PRIMARY KEY (id),
  constraint sales_counted_id_check CHECK (id)
) with (fillfactor=10);
create table shop.session (
  id uuid not null,
  user_id uuid not null,
  counter integer not null default 0,
  rotated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.topup_reservation (
  user_id uuid not null,
  topup bigint not null,
  constraint topup_reservation_pkey PRIMARY KEY (user_id),
  constraint topup_reservation_topup_key UNIQUE (topup),
  constraint topup_reservation_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.totp (
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint totp_pkey PRIMARY KEY (user_id),
  constraint totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.webhook (
  user_id uuid not null,
  url text not null,
  secret text not null,
  created_at timestamp with time zone not null default now(),
  busy_until timestamp with time zone,
  constraint webhook_pkey PRIMARY KEY (user_id),
  constraint webhook_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
);
create table shop.webhook_delivery (
  id bigint not null generated always as identity,
  user_id uuid not null,
  event_position bigint not null,
  event text not null,
  body text not null,
  state text collate "C" not null,
  attempts integer not null default 0,
  answer text not null default ''::text,
  created_at timestamp with time zone not null,
  fresh_at timestamp with time zone not null,
  next_at timestamp with time zone,
  started_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'expired'::text, 'cancelled'::text]))),
  constraint webhook_delivery_user_id_event_position_key UNIQUE (user_id, event_position),
  constraint webhook_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES shop."user"(id) ON DELETE CASCADE
) with (fillfactor=70);

CREATE UNIQUE INDEX verification_open ON audit.verification USING btree ((true)) WHERE (finished_at IS NULL);
CREATE INDEX account_admins ON ledger.account USING btree (user_id) WHERE (level = 'Admin'::text);
CREATE INDEX account_registered ON ledger.account USING btree (registered_at, user_id) WHERE (NOT deleted);
CREATE INDEX approval_decided ON ledger.approval USING btree (decided_at DESC, id) WHERE (status <> 'pending'::text);
CREATE INDEX approval_pending ON ledger.approval USING btree (requested_at, id) WHERE (status = 'pending'::text);
CREATE INDEX approval_position ON ledger.approval USING btree ("position");
CREATE INDEX event_act ON ledger.event USING btree (type, "position") WHERE ((type = ANY (ARRAY['user_level_changed'::text, 'user_status_changed'::text, 'user_profile_changed'::text, 'user_deleted'::text, 'sessions_ended'::text, 'api_key_replaced'::text, 'product_created'::text, 'product_changed'::text, 'product_status_changed'::text, 'notice_changed'::text, 'payment_details_changed'::text, 'support_links_changed'::text, 'correction_limit_changed'::text, 'message_settings_changed'::text, 'topup_declined'::text, 'topup_removed'::text, 'order_removed'::text, 'list_cleared'::text])) AND ((data ->> 'clearing'::text) IS NULL));
CREATE INDEX event_act_by ON ledger.event USING btree (type, actor, "position") WHERE ((type = ANY (ARRAY['user_level_changed'::text, 'user_status_changed'::text, 'user_profile_changed'::text, 'user_deleted'::text, 'sessions_ended'::text, 'api_key_replaced'::text, 'product_created'::text, 'product_changed'::text, 'product_status_changed'::text, 'notice_changed'::text, 'payment_details_changed'::text, 'support_links_changed'::text, 'correction_limit_changed'::text, 'message_settings_changed'::text, 'topup_declined'::text, 'topup_removed'::text, 'order_removed'::text, 'list_cleared'::text])) AND ((data ->> 'clearing'::text) IS NULL));
CREATE INDEX event_cleared ON ledger.event USING btree ((((data ->> 'clearing'::text))::bigint), "position") WHERE ((type = ANY (ARRAY['topup_removed'::text, 'order_removed'::text])) AND ((data ->> 'clearing'::text) IS NOT NULL));
CREATE INDEX event_corrected ON ledger.event USING btree (actor, recorded_at) WHERE (type = 'wallet_corrected'::text);
CREATE INDEX event_corrects ON ledger.event USING btree ((((data ->> 'corrects'::text))::bigint)) WHERE (type = 'wallet_corrected'::text);
CREATE INDEX event_decided ON ledger.event USING btree (type, "position") WHERE (type = ANY (ARRAY['topup_approved'::text, 'order_rejected'::text, 'wallet_corrected'::text]));
CREATE INDEX event_decided_by ON ledger.event USING btree (type, actor, "position") WHERE (type = ANY (ARRAY['topup_approved'::text, 'order_rejected'::text, 'wallet_corrected'::text]));
CREATE INDEX event_reason ON ledger.event USING gin (((data ->> 'reason'::text)) public.gin_trgm_ops) WITH (fastupdate=off) WHERE (type = ANY (ARRAY['order_rejected'::text, 'wallet_corrected'::text]));
CREATE INDEX event_requested ON ledger.event USING btree (((data ->> 'requested_by'::text)), "position") WHERE (type = 'wallet_corrected'::text);
CREATE INDEX event_unrefunded ON ledger.event USING btree ("position") WHERE ((type = 'order_rejected'::text) AND (wallet IS NULL));
CREATE INDEX event_wallet ON ledger.event USING btree (wallet, "position") WHERE (wallet IS NOT NULL);
CREATE INDEX order_position ON ledger."order" USING btree ("position");
CREATE INDEX order_rejected ON ledger."order" USING btree (network, offer, id) WHERE ((status = 'rejected'::text) AND (NOT hidden));
CREATE INDEX order_removed ON ledger."order" USING btree (user_id, "position") WHERE hidden;
CREATE INDEX order_status ON ledger."order" USING btree (status, id) WHERE (NOT hidden);
CREATE INDEX order_user ON ledger."order" USING btree (user_id, id);
CREATE INDEX topup_created ON ledger.topup USING btree (created_at, id) WHERE (NOT hidden);
CREATE INDEX topup_credited ON ledger.topup USING btree (user_id, credited_at) WHERE (credited_at IS NOT NULL);
CREATE INDEX topup_momo ON ledger.topup USING gin (momo_transaction_id public.gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX topup_momo_same ON ledger.topup USING btree (lower(momo_transaction_id)) WHERE (momo_transaction_id IS NOT NULL);
CREATE INDEX topup_position ON ledger.topup USING btree ("position");
CREATE INDEX topup_status ON ledger.topup USING btree (status, created_at, id) WHERE (NOT hidden);
CREATE INDEX topup_user ON ledger.topup USING btree (user_id, created_at, id);
CREATE INDEX attempt_resets ON shop.attempt USING btree (resets_at);
CREATE INDEX buyer_sales_best ON shop.buyer_sales USING btree (month, value DESC);
CREATE INDEX live_ticket_expiry ON shop.live_ticket USING btree (expires_at);
CREATE INDEX message_due ON shop.message USING btree (next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX message_kind ON shop.message USING btree (kind, id);
CREATE INDEX message_search_words ON shop.message_search USING gin (words public.gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX message_state ON shop.message USING btree (state, id);
CREATE INDEX message_user ON shop.message USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX order_search_receiver ON shop.order_search USING gin (receiver public.gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='256');
CREATE INDEX order_search_sold ON shop.order_search USING btree (sold, order_id);
CREATE INDEX password_reset_expiry ON shop.password_reset USING btree (expires_at);
CREATE INDEX password_reset_of_user ON shop.password_reset USING btree (user_id);
CREATE INDEX session_expiry ON shop.session USING btree (expires_at);
CREATE INDEX session_of_user ON shop.session USING btree (user_id);
CREATE UNIQUE INDEX user_email ON shop."user" USING btree (email) WHERE (NOT deleted);
CREATE UNIQUE INDEX user_phone ON shop."user" USING btree (phone) WHERE (NOT deleted);
CREATE INDEX user_text ON shop."user" USING gin (username public.gin_trgm_ops, phone public.gin_trgm_ops, email public.gin_trgm_ops) WITH (fastupdate=off);
CREATE UNIQUE INDEX user_username ON shop."user" USING btree (username) WHERE (NOT deleted);
CREATE INDEX webhook_delivery_due ON shop.webhook_delivery USING btree (next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_delivery_open ON shop.webhook_delivery USING btree (user_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_delivery_user ON shop.webhook_delivery USING btree (user_id, id);

CREATE OR REPLACE FUNCTION ledger.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is append-only: % of % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $function$
;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.event FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_rewriting();
alter table ledger.event enable always trigger append_only;

grant usage on schema audit to cedibook_api;
grant usage on schema ledger to cedibook_api;
grant usage on schema shop to cedibook_api;
grant delete, insert, select, update on table audit."order" to cedibook_api;
grant delete, insert, select, update on table audit.account to cedibook_api;
grant delete, insert, select, update on table audit.amount to cedibook_api;
grant delete, insert, select, update on table audit.approval to cedibook_api;
grant delete, insert, select, update on table audit.books to cedibook_api;
grant delete, insert, select, update on table audit.daily_head to cedibook_api;
grant delete, insert, select, update on table audit.daily_total to cedibook_api;
grant delete, insert, select, update on table audit.house_account to cedibook_api;
grant delete, insert, select, update on table audit.log_block to cedibook_api;
grant delete, insert, select, update on table audit.product to cedibook_api;
grant delete, insert, select, update on table audit.reversal to cedibook_api;
grant delete, insert, select, update on table audit.sales_by_day to cedibook_api;
grant delete, insert, select, update on table audit.settings to cedibook_api;
grant delete, insert, select, update on table audit.state to cedibook_api;
grant delete, insert, select, update on table audit.topup to cedibook_api;
grant delete, insert, select, update on table audit.tree_block to cedibook_api;
grant delete, insert, select, update on table audit.tree_wallet to cedibook_api;
grant delete, insert, select, update on table audit.verification to cedibook_api;
grant delete, insert, select, update on table audit.wallet to cedibook_api;
grant insert, select, update on table ledger."order" to cedibook_api;
grant insert, select, update on table ledger.account to cedibook_api;
grant insert, select, update on table ledger.approval to cedibook_api;
grant insert, select on table ledger.command to cedibook_api;
grant insert, select, update on table ledger.daily_total to cedibook_api;
grant insert, select on table ledger.event to cedibook_api;
grant select, update on table ledger.head to cedibook_api;
grant insert, select, update on table ledger.house_account to cedibook_api;
grant insert, select, update on table ledger.product to cedibook_api;
grant insert, select, update on table ledger.reversal to cedibook_api;
grant insert, select, update on table ledger.sales_by_day to cedibook_api;
grant insert, select, update on table ledger.settings to cedibook_api;
grant insert, select, update on table ledger.topup to cedibook_api;
grant insert, select, update on table ledger.wallet to cedibook_api;
grant delete, insert, select, update on table shop."user" to cedibook_api;
grant delete, insert, select, update on table shop.api_key to cedibook_api;
grant delete, insert, select, update on table shop.attempt to cedibook_api;
grant delete, insert, select, update on table shop.beneficiary to cedibook_api;
grant insert, select, update on table shop.buyer_sales to cedibook_api;
grant delete, insert, select, update on table shop.live_ticket to cedibook_api;
grant delete, insert, select, update on table shop.message to cedibook_api;
grant select, update on table shop.message_follower to cedibook_api;
grant delete, insert, select, update on table shop.message_gateway to cedibook_api;
grant delete, insert, select, update on table shop.message_search to cedibook_api;
grant insert, select, update on table shop.network_sales to cedibook_api;
grant delete, insert, select, update on table shop.order_detail to cedibook_api;
grant insert, select on table shop.order_search to cedibook_api;
grant delete, insert, select, update on table shop.password_reset to cedibook_api;
grant insert, select on table shop.product_image to cedibook_api;
grant delete, insert, select, update on table shop.recovery_code to cedibook_api;
grant insert, select, update on table shop.sales_counted to cedibook_api;
grant delete, insert, select, update on table shop.session to cedibook_api;
grant select, update, usage on sequence shop.topup_number to cedibook_api;
grant delete, insert, select, update on table shop.topup_reservation to cedibook_api;
grant delete, insert, select, update on table shop.totp to cedibook_api;
grant delete, insert, select, update on table shop.webhook to cedibook_api;
grant delete, insert, select, update on table shop.webhook_delivery to cedibook_api;
