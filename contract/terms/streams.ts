/**
 * The streams of the log. Everything that events are about has one, and its name tells which: `order/17`. Settings have
 * one stream for all of them.
 */

/** How each kind of stream names its own. */
export interface StreamIds {
  user: string;
  wallet: string;
  order: number;
  topup: number;
  product: string;
  approval: string;
  payment: string;
  /** Order and attempt: `17-1`. */
  fulfilment: string;
  /** The agent's id. */
  shop: string;
  withdrawal: string;
}

export type StreamKind = keyof StreamIds | "settings";

type StreamNames = { [K in keyof StreamIds]: `${K}/${StreamIds[K]}` } & { settings: "settings" };

/** The name of a stream of this kind: `Stream<"order">` is `order/${number}`. */
export type Stream<K extends StreamKind = StreamKind> = StreamNames[K];

export const settingsStream: Stream<"settings"> = "settings";

export function userStream(user: string): Stream<"user"> {
  return `user/${user}`;
}

export function walletStream(user: string): Stream<"wallet"> {
  return `wallet/${user}`;
}

export function orderStream(order: number): Stream<"order"> {
  return `order/${order}`;
}

export function topupStream(topup: number): Stream<"topup"> {
  return `topup/${topup}`;
}

export function productStream(product: string): Stream<"product"> {
  return `product/${product}`;
}

export function approvalStream(approval: string): Stream<"approval"> {
  return `approval/${approval}`;
}

export function paymentStream(payment: string): Stream<"payment"> {
  return `payment/${payment}`;
}

export function fulfilmentStream(fulfilment: string): Stream<"fulfilment"> {
  return `fulfilment/${fulfilment}`;
}

export function shopStream(user: string): Stream<"shop"> {
  return `shop/${user}`;
}

export function withdrawalStream(withdrawal: string): Stream<"withdrawal"> {
  return `withdrawal/${withdrawal}`;
}

/** The kind that a stream's name starts with. Names in an imported log may start with anything. */
export function kindOfStream(stream: Stream): StreamKind {
  const slash = stream.indexOf("/");
  return (slash < 0 ? stream : stream.slice(0, slash)) as StreamKind;
}

/** What follows the kind: `mtn` of `product/mtn`. */
export function idOfStream(stream: Stream<Exclude<StreamKind, "settings">>): string {
  return stream.slice(stream.indexOf("/") + 1);
}

/** The number of an order or a top-up. */
export function numberOfStream(stream: Stream<"order" | "topup">): number {
  return Number(idOfStream(stream));
}
