/** Every number of the specification's sections 5 and 9, and the server's own limits. Money is in pesewas. */
export const limits = {
  topup_amount_min: 50_00,
  /** Above any real mobile-money transfer; catches typing errors. */
  topup_amount_max: 1_000_000_00,
  agent_request_amount: 50_00,
  price_max: 100_000_00,
  phone_digits: 10,
  password_length_min: 8,
  /** argon2 hashes any length; this keeps the hashing of one request cheap. */
  password_length_max: 200,
  username_length_max: 40,
  email_length_max: 254,
  name_length_max: 80,
  reason_length_max: 200,
  notice_length_max: 1000,
  link_length_max: 300,
  offer_length_max: 60,
  network_length_max: 30,
  packages_max: 60,
  momo_transaction_id_length_max: 40,
  idempotency_key_length_max: 200,
  /** Of one call to buy several packages. With forms, 100 lines are about 100 kB. */
  bulk_lines_max: 100,
  afa_field_length_max: 120,
  /** Nobody who is alive was born before it. */
  birth_day_min: "1900-01-01",
  voucher_field_length_max: 60,
  image_bytes_max: 102_400,
  body_bytes_max: 256 * 1024,
  toast_hide_ms: 3000,
  login_redirect_ms: 2000,
  topup_redirect_ms: 2000,
  page_sizes: [5, 10, 20, 50],
  page_sizes_finance: [10, 20, 50, 100],
  page_size_default: 10,
  list_page_max: 100,
  /** The months that a statement adds up: this one and the 23 before it. */
  statement_months_max: 24,
  search_length_max: 100,
  /** How long a session may do sensitive things after its user has proved again who they are. */
  step_up_ms: 5 * 60_000,
  /** A code that proves a phone or email. With so many attempts at so few codes a day, nobody guesses one of a million. */
  proof_code_digits: 6,
  proof_code_ms: 10 * 60_000,
  proof_code_attempts_max: 5,
  midnight_warning_ms: 5 * 60_000,
  /** More would be a price list, and a phone's storage is limited. */
  basket_items_max: 500,
  /** Time to look into a complaint about a deleted account. Then its personal data is erased. */
  deleted_user_kept_ms: 30 * 24 * 60 * 60_000,
  webhook_url_length_max: 500,
  /** Browsers that get one user's push notifications: phones and computers, with some that were replaced. */
  push_subscriptions_max: 10,
  /** Push services use 200 to 600 characters. */
  push_endpoint_length_max: 1000,
  reconnect_ms_min: 1000,
  reconnect_ms_max: 5000,
  reconnect_randomization: 0.5,
  connect_timeout_ms: 20_000,
} as const;

/** Where a signed-in user lands (specification section 9). */
export const defaultRoute = "/home";

/** Anyone checks a receipt here. Its text is in the fragment, which a browser sends to no server. */
export const checkRoute = "/check";

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

const login = {
  pair: { max: 10, window_ms: quarter_ms },
  /** OWASP ASVS 4 (2.2.1) allows 100 wrong passwords an hour. A device that has signed in before has its own count. */
  account: { max: 100, window_ms: hour_ms },
  address: { max: 100, window_ms: quarter_ms },
};

/**
 * How often something that could be guessed or flooded may be tried within a time. Per account: enough for a poor memory.
 * Per address: many, because the phones of a whole town may share one. Successful attempts are not counted.
 */
export const attemptLimits = {
  login,
  register: { account: { max: 10, window_ms: hour_ms }, address: { max: 100, window_ms: hour_ms } },
  forget: { account: { max: 5, window_ms: hour_ms }, address: { max: 50, window_ms: hour_ms } },
  /** Codes for a new password. Each is a paid SMS. */
  "reset code": { account: { max: 5, window_ms: hour_ms }, address: { max: 50, window_ms: hour_ms } },
  "reset codes of a day": { account: { max: 10, window_ms: day_ms } },
  /** Phone numbers at a link, and codes, that set a new password. Each link and code has a limit of its own too. */
  reset: login,
  /** Of admins, for one user. Each is told to the user by a paid SMS. */
  "sign-in help": { account: { max: 5, window_ms: hour_ms } },
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
  /** Withdrawals asked for. */
  withdrawal: { account: { max: 20, window_ms: hour_ms } },
  /** Per payment: the network's code is short. */
  "payment code": { account: { max: 5, window_ms: hour_ms } },
  /** Each asks a phone for money: counted for the admin, and for the number. */
  "test payment": { account: { max: 5, window_ms: hour_ms } },
  "test payment number": { account: { max: 5, window_ms: day_ms } },
  /** Each asks a phone for money: counted for the paying number, the address, and the agent's shop. */
  "guest order": { account: { max: 6, window_ms: hour_ms }, address: { max: 100, window_ms: hour_ms } },
  "guest orders of a shop": { account: { max: 500, window_ms: hour_ms } },
  /** Addresses of orders that do not exist. */
  "guest link": { account: { max: 100, window_ms: hour_ms }, address: { max: 60, window_ms: hour_ms } },
  /** Whoever guesses a transaction ID and its amount takes somebody else's payment. */
  claim: { account: { max: 10, window_ms: day_ms } },
  /** Each is signed anew, and its proof reads the tree. */
  receipt: { account: { max: 60, window_ms: hour_ms } },
  /** Reads of agents' shops: by address. All together may read one so often that nobody can shut it for others. */
  shop: { account: { max: 1_000_000, window_ms: hour_ms }, address: { max: 2000, window_ms: hour_ms } },
  /** What strangers say about a shop. */
  "shop report": { account: { max: 20, window_ms: day_ms }, address: { max: 5, window_ms: day_ms } },
  /** Whether something was corrected later: counted for the receipt, and for the address. */
  "receipt state": { account: { max: 60, window_ms: hour_ms }, address: { max: 300, window_ms: hour_ms } },
} as const satisfies Record<string, AttemptLimits>;
export type AttemptKind = keyof typeof attemptLimits;
