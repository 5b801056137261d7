import { type FloatAccount, floatOf, suppliers } from "./fulfilment.ts";

/** Ways on which money comes in, each with a house account of its own. `momo` is MTN's mobile money. */
export const rails = ["momo", "telecel", "paystack"] as const;
export type RailName = (typeof rails)[number];

/** Where customers pay by hand: what an admin approves without a payment of a rail is there. */
export const handRail = "momo" satisfies RailName;

/** Those whose money is in a wallet of the shop's phone, which can forward their messages. */
export const phoneRails = ["momo", "telecel"] as const satisfies readonly RailName[];
export type PhoneRail = (typeof phoneRails)[number];

/**
 * The other side of every wallet movement. A rail's account is what it holds for the shop; `fees` what rails keep of it;
 * `suspense` what was received and belongs to nobody yet; `owner` what the owner took out of a rail or put in; `opening`
 * what the shop before this one owed its users. `cost`: what suppliers took for what was sold; a float is what one of them holds
 * for the shop. `payouts`: what users have withdrawn and no rail has paid yet. `held`: what agents
 * earn with orders of their shops, until these are delivered.
 */
const ownAccounts = [
  "suspense",
  "fees",
  "owner",
  "sales",
  "corrections",
  "opening",
  "cost",
  "payouts",
  "held",
] as const;
export type HouseAccount = RailName | (typeof ownAccounts)[number] | FloatAccount;
export const houseAccounts: readonly HouseAccount[] = [...rails, ...ownAccounts, ...suppliers.map(floatOf)];
