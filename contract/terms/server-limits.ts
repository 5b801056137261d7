/** Limits that only the server needs. The page would have to load them with the others. */
export const serverLimits = {
  /** Passwords that wait to be hashed, in one process. At 8 ms each and as long a rest, the last one waits for 2 s. */
  passwords_waiting_max: 128,
  beneficiaries_max: 200,
  /** The same buyer, number and package within this time may be a mistake. */
  repeat_minutes: 10,
  header_bytes_max: 16 * 1024,
  /** How long a client may take to send its headers, and its whole request. A slow phone takes far less. */
  headers_ms_max: 10_000,
  request_ms_max: 30_000,
  /** Longer than the minute for which proxies keep an idle connection, so that they close it and not this server. */
  keep_alive_ms: 65_000,
  /** Every read of the API is far faster. */
  statement_ms_max: 30_000,
  /** Per API key: ten purchases a second is a large reseller. */
  api_key_requests_max: 600,
  api_key_window_ms: 60_000,
  /** A key's last use is stored at most this often. */
  api_key_noted_every_ms: 60_000,
  /** Enough to give a new key to programs on several machines. */
  api_key_overlap_ms: 24 * 60 * 60_000,
  access_token_ms: 15 * 60_000,
  refresh_grace_ms: 10_000,
  password_reset_ms: 30 * 60_000,
  admin_invite_ms: 24 * 60 * 60_000,
  /** Wrong phone numbers with one link: enough for typing errors and an old number. */
  reset_phones_max: 5,
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
  /** No message is sent later than this after its event. */
  message_age_ms_max: 24 * 60 * 60_000,
  /** Long enough to settle a dispute; then numbers and names are deleted. */
  message_kept_ms: 365 * 24 * 60 * 60_000,
  /** As long as messages: a supplier's bill and a complaint name the number that a bundle went to. */
  deleted_receiver_kept_ms: 365 * 24 * 60 * 60_000,
  /** The link of a guest's order, which may lead to a voucher. */
  guest_link_ms: 90 * 24 * 60 * 60_000,
  /** What guests asked for and did not pay. */
  guest_unpaid_kept_ms: 30 * 24 * 60 * 60_000,
  /** Whoever broke in is often found out months later. */
  security_event_kept_ms: 365 * 24 * 60 * 60_000,
  delivery_kept_ms: 90 * 24 * 60 * 60_000,
  /** A phone that is off for a night still gets its notifications in the morning. Older ones are not worth a sound. */
  push_age_ms_max: 12 * 60 * 60_000,
  /** A browser in which its user has not signed in for this long may be somebody else's by now. */
  push_subscription_kept_ms: 30 * 24 * 60 * 60_000,
  push_kept_ms: 7 * 24 * 60 * 60_000,
  live_ticket_ms: 30_000,
  /** Open at the same time, in one process: the pages of one person, and of a town that shares an address. */
  sockets_per_user_max: 20,
  sockets_per_address_max: 1000,
  presence_ms_max: 60_000,
  /** A backup is made every minute. The alert of deploy/watch says the same. */
  backup_age_ms_max: 60 * 60_000,
} as const;
