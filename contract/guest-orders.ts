/** Orders of guests in an agent's shop, as their pages see them. They have no account, and whoever has an order's token sees it. */

/** Where a guest sees an order, also from the link in the SMS. */
export const guestOrderRoute = "/o";

/**
 * What the guest does next. asking: nobody knows yet whether the rail has the charge. prompt: approve it on the phone. otp: enter
 * the network's code. page: pay at the address in `said`. none: nothing more.
 */
export type GuestStep = "asking" | "prompt" | "otp" | "page" | "none";

/** POST /shop/{name}/order. */
export interface GuestOrderStarted {
  token: string;
  step: GuestStep;
  said: string;
}

/**
 * waiting: for the payment. paid: it is being delivered soon. refunding: nothing is delivered, and the money goes back. failed: it was
 * not paid, and nothing was taken.
 */
export type GuestStatus =
  | "waiting"
  | "paid"
  | "processing"
  | "completed"
  | "refunding"
  | "refunded"
  | "failed";

/** GET /guest-order/{token}. */
export interface GuestOrderState {
  status: GuestStatus;
  step: GuestStep;
  said: string;
  offer: string;
  network: string;
  /** Cut in the middle: the link may be passed on. */
  receiver: string;
  /** Cedis. */
  price: number;
  /** The name of the agent's shop in its address; null if it has none any more. */
  shop: string | null;
  /** By which the shop finds it; null until it is paid. */
  reference: string | null;
  /** Once it is delivered. */
  voucher: { pin: string; serial: string } | null;
  created_at: string;
  paid_at: string | null;
  delivered_at: string | null;
}
