/** Ways on which money comes in, each with a house account of its own. `momo` is MTN's mobile money. */
export const rails = ["momo", "telecel", "paystack"] as const;
export type RailName = (typeof rails)[number];

/** Where customers pay by hand: what an admin approves without a payment of a rail is there. */
export const handRail = "momo" satisfies RailName;

/** Those whose money is in a wallet of the shop's phone, which can forward their messages. */
export const phoneRails = ["momo", "telecel"] as const satisfies readonly RailName[];
export type PhoneRail = (typeof phoneRails)[number];
