/** Every number of the specification's sections 5 and 9, and the server's own limits. Money is in pesewas. */
export const limits = {
  topup_amount_min: 50_00,
  /** Above any real mobile-money transfer; catches typing errors. */
  topup_amount_max: 1_000_000_00,
  /** One user's top-up requests within this time that no admin has decided yet. Each is a paid SMS. */
  pending_topups_max: 10,
  pending_topups_window_h: 1,
  agent_request_amount: 50_00,
  correction_amount_max: 1_000_000_00,
  /** Corrections that one admin makes alone within this time are added up and compared with the limit for two. */
  correction_window_h: 24,
  /** A price that was higher within this time was just cut. */
  price_cut_window_h: 24,
  /** One admin may cut a price by this share of its highest within that time. */
  price_cut_share_max: 0.2,
  /** An account younger than this may be topped up by one admin to a smaller part of the limit only. */
  young_account_h: 7 * 24,
  young_account_divisor: 5,
  price_max: 100_000_00,
  phone_digits: 10,
  password_length_min: 8,
  /** argon2 hashes any length; this keeps the hashing of one request cheap. */
  password_length_max: 200,
  /** Passwords that wait to be hashed, in one process. At 8 ms each and as long a rest, the last one waits for 2 s. */
  passwords_waiting_max: 128,
  username_length_max: 40,
  email_length_max: 254,
  name_length_max: 80,
  reason_length_max: 200,
  notice_length_max: 1000,
  link_length_max: 300,
  beneficiaries_max: 200,
  offer_length_max: 60,
  network_length_max: 30,
  packages_max: 60,
  momo_transaction_id_length_max: 40,
  idempotency_key_length_max: 200,
  /** Orders that go to a supplier at once: one command, and a file that a person still looks over. */
  supplier_batch_orders_max: 500,
  /** The same buyer, number and package within this time may be a mistake. */
  twin_minutes: 10,
  supplier_columns_max: 12,
  supplier_title_length_max: 40,
  /** Of one call to buy several packages. With forms, 100 lines are about 100 kB. */
  bulk_lines_max: 100,
  afa_field_length_max: 120,
  /** Nobody who is alive was born before it. */
  birth_day_min: "1900-01-01",
  voucher_field_length_max: 60,
  image_bytes_max: 102_400,
  body_bytes_max: 256 * 1024,
  header_bytes_max: 16 * 1024,
  /** How long a client may take to send its headers, and its whole request. A slow phone takes far less. */
  headers_ms_max: 10_000,
  request_ms_max: 30_000,
  /** Longer than the minute for which proxies keep an idle connection, so that they close it and not this server. */
  keep_alive_ms: 65_000,
  /** Every read of the API is far faster. */
  statement_ms_max: 30_000,
  toast_hide_ms: 3000,
  login_redirect_ms: 2000,
  topup_redirect_ms: 2000,
  page_sizes: [5, 10, 20, 50],
  page_sizes_finance: [10, 20, 50, 100],
  page_size_default: 10,
  /** Per API key: ten purchases a second is a large reseller. */
  api_key_requests_max: 600,
  api_key_window_ms: 60_000,
  /** A key's last use is stored at most this often. */
  api_key_noted_every_ms: 60_000,
  /** Enough to give a new key to programs on several machines. */
  api_key_overlap_ms: 24 * 60 * 60_000,
  list_page_max: 100,
  /** The months that a statement adds up: this one and the 23 before it. */
  statement_months_max: 24,
  search_length_max: 100,
  access_token_ms: 15 * 60_000,
  /** How long a session may do sensitive things after its user has proved again who they are. */
  step_up_ms: 5 * 60_000,
  refresh_grace_ms: 10_000,
  password_reset_ms: 30 * 60_000,
  /** A code that proves a phone or email. With so many attempts at so few codes a day, nobody guesses one of a million. */
  proof_code_digits: 6,
  proof_code_ms: 10 * 60_000,
  proof_code_attempts_max: 5,
  /** A second request within this time is a double tap, or a retry: it sends nothing. */
  proof_code_pause_ms: 60_000,
  /**
   * A user who has got this many messages of one kind about their account within a day is told nothing more of that kind.
   * Two changed phone numbers are six messages.
   */
  account_messages_max: 4,
  account_messages_window_h: 24,
  /** Ended and expired sessions are deleted after this time: long enough to look into a complaint. */
  session_kept_ms: 7 * 24 * 60 * 60_000,
  /** How long a device is known after its user has signed in on it. */
  known_device_ms: 180 * 24 * 60 * 60_000,
  /** Many clients share an IPv6 /48, or have an unknown address. They may try this many times as often as one address. */
  shared_address_factor: 10,
  midnight_warning_ms: 5 * 60_000,
  /** More would be a price list, and a phone's storage is limited. */
  basket_items_max: 500,
  /** A little over three segments: nobody reads more on a phone. */
  template_length_max: 480,
  /** No message is sent later than this after its event. */
  message_age_ms_max: 24 * 60 * 60_000,
  /** Long enough to settle a dispute; then numbers and names are deleted. */
  message_kept_ms: 365 * 24 * 60 * 60_000,
  /** Time to look into a complaint about a deleted account. Then its personal data is erased. */
  deleted_user_kept_ms: 30 * 24 * 60 * 60_000,
  /** As long as messages: a supplier's bill and a complaint name the number that a bundle went to. */
  deleted_receiver_kept_ms: 365 * 24 * 60 * 60_000,
  /** Whoever broke in is often found out months later. */
  security_event_kept_ms: 365 * 24 * 60 * 60_000,
  delivery_kept_ms: 90 * 24 * 60 * 60_000,
  webhook_url_length_max: 500,
  /** Browsers that get one user's push notifications: phones and computers, with some that were replaced. */
  push_subscriptions_max: 10,
  /** Push services use 200 to 600 characters. */
  push_endpoint_length_max: 1000,
  /** A phone that is off for a night still gets its notifications in the morning. Older ones are not worth a sound. */
  push_age_ms_max: 12 * 60 * 60_000,
  /** A browser in which its user has not signed in for this long may be somebody else's by now. */
  push_subscription_kept_ms: 30 * 24 * 60 * 60_000,
  push_kept_ms: 7 * 24 * 60 * 60_000,
  live_ticket_ms: 30_000,
  /** Open at the same time, in one process: the pages of one person, and of a town that shares an address. */
  sockets_per_user_max: 20,
  sockets_per_address_max: 1000,
  /** What an admin's page has open, as the others see it: said again in time, or forgotten. */
  presence_orders_max: 500,
  presence_renewal_ms: 20_000,
  presence_ms_max: 60_000,
  reconnect_ms_min: 1000,
  reconnect_ms_max: 5000,
  reconnect_randomization: 0.5,
  connect_timeout_ms: 20_000,
} as const;

/** Where a signed-in user lands (specification section 9). */
export const defaultRoute = "/home";

export type AttemptKind =
  | "login"
  | "register"
  | "forget"
  | "password"
  | "taken"
  | "proof"
  | "proofs of a day"
  | "proof address"
  | "own data";

export interface AttemptLimit {
  max: number;
  window_ms: number;
}

export interface AttemptLimits {
  account: AttemptLimit;
  address?: AttemptLimit;
  /** One account from one address. With it, `account` can be high, so that a stranger elsewhere locks nobody out. */
  pair?: AttemptLimit;
}

const quarter_ms = 15 * 60_000;
const hour_ms = 60 * 60_000;
const day_ms = 24 * hour_ms;

/**
 * How often something that could be guessed or flooded may be tried within a time. Per account: enough for a poor memory.
 * Per address: many, because the phones of a whole town may share one. Successful attempts are not counted.
 */
export const attemptLimits = {
  login: {
    pair: { max: 10, window_ms: quarter_ms },
    /** OWASP ASVS 4 (2.2.1) allows 100 wrong passwords an hour. A device that has signed in before has its own count. */
    account: { max: 100, window_ms: hour_ms },
    address: { max: 100, window_ms: quarter_ms },
  },
  register: { account: { max: 10, window_ms: hour_ms }, address: { max: 100, window_ms: hour_ms } },
  forget: { account: { max: 5, window_ms: hour_ms }, address: { max: 50, window_ms: hour_ms } },
  /** The current password, for changes that require it. */
  password: { account: { max: 10, window_ms: quarter_ms }, address: { max: 100, window_ms: quarter_ms } },
  /** Answers that a phone, email or username is taken, which would reveal who is registered. */
  taken: { account: { max: 10, window_ms: hour_ms }, address: { max: 30, window_ms: hour_ms } },
  /** Codes that prove a phone or email. Each may be a paid SMS: counted for the user, and for the number or address. */
  proof: { account: { max: 5, window_ms: hour_ms }, address: { max: 50, window_ms: hour_ms } },
  "proofs of a day": { account: { max: 10, window_ms: day_ms } },
  "proof address": { account: { max: 5, window_ms: hour_ms } },
  /** Each reads all that the shop has about a user. */
  "own data": { account: { max: 10, window_ms: hour_ms } },
} as const satisfies Record<AttemptKind, AttemptLimits>;
