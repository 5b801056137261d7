/** Agents' own shops: what the agent sets, what a stranger sees, and what admins do about them. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { shopNamePattern } from "#contract/terms/shop-names.ts";
import { feeBearers, reportKinds, shopColours, shopLimits } from "#contract/terms/shops.ts";
import { anyText, cedis, phone, reasonBody, text, uuid } from "./fields.ts";
import { choiceFilter, declareList, queryOf } from "./list.ts";
import { numberCursor, pageOf } from "./lists.ts";
import { messageAnswer, operationsOf } from "./operation.ts";

/** As in a path. A name with another form is nobody's. */
export const shopName = v.pipe(v.string(), v.toLowerCase(), v.regex(shopNamePattern));

/** PUT /user/shop. The server also checks whom name and title could be taken for (contract/terms/shop-names.ts). */
export const ownShopBody = v.object({
  name: v.pipe(
    text(30, "Please enter a name"),
    v.toLowerCase(),
    v.regex(shopNamePattern, "Use 3 to 30 small letters, digits and single dashes"),
  ),
  title: text(shopLimits.title_length_max, "Please enter a title"),
  colour: v.picklist(shopColours, "Please choose a colour"),
  greeting: anyText(shopLimits.greeting_length_max),
  /** Shown to everybody who opens the shop; empty: no number is. */
  contact: v.union([v.pipe(v.string(), v.trim(), v.literal("")), phone]),
  isOpen: v.boolean(),
});
export type OwnShopBody = v.InferOutput<typeof ownShopBody>;

const price = v.pipe(cedis, v.minValue(1, rejectionText({ code: "amount_invalid" })));

export const shopPricesBody = v.object({
  prices: v.pipe(
    v.array(
      v.object({
        package: v.pipe(v.string(), v.maxLength(60), v.check(isClean)),
        /** Null: the package is not offered. */
        price: v.nullable(price),
      }),
    ),
    v.minLength(1, "Please enter a price"),
    v.maxLength(500, "At most 500 prices"),
    v.check(
      (list) => new Set(list.map((one) => one.package)).size === list.length,
      "A package is there twice",
    ),
  ),
});

/** What the owner decides, as an agent needs to know it. */
const rules = v.object({
  isOn: v.boolean(),
  /** An agent's price is at most so many times what the agent pays. */
  highest: v.number(),
  feeBy: v.picklist(feeBearers),
});
export type ShopRulesRecord = v.InferOutput<typeof rules>;

const rulesInput = v.object({
  isOn: v.boolean(),
  highest: v.pipe(
    v.number("Please enter a number from 1 to 10"),
    v.transform((times) => Math.round(times * 100)),
    v.minValue(shopLimits.highest_min, "Please enter a number from 1 to 10"),
    v.maxValue(shopLimits.highest_max, "Please enter a number from 1 to 10"),
  ),
  feeBy: v.picklist(feeBearers, "Please choose who bears the fee"),
});

/** PUT /extra/shops. `seen`: what the admin saw. If it has changed since, the call is refused. */
export const shopRulesBody = v.object({ ...rulesInput.entries, seen: v.optional(rulesInput) });

/** A package in the agent's table of prices. Prices in cedis. */
const ownPackage = v.object({
  _id: v.string(),
  network: v.string(),
  offer: v.string(),
  isAvailable: v.boolean(),
  /** What the agent pays. */
  cost: v.number(),
  /** The highest price that the agent may ask. */
  highest: v.number(),
  /** What the agent asks; null: not offered. */
  price: v.nullable(v.number()),
});

const face = {
  name: v.string(),
  title: v.string(),
  colour: v.picklist(shopColours),
  greeting: v.string(),
  contact: v.string(),
  /** Nothing is sold while it is not. */
  isOpen: v.boolean(),
};

/** GET /user/shop. */
export const ownShopAnswer = v.object({
  rules,
  /** Null until the agent has opened one. */
  shop: v.nullable(
    v.object({
      ...face,
      /** Why an admin has closed it; null if none has. */
      closedBecause: v.nullable(v.string()),
      /** Its address. */
      link: v.string(),
    }),
  ),
  packages: v.array(ownPackage),
});
export type OwnShopAnswer = v.InferOutput<typeof ownShopAnswer>;

const shopPackage = v.object({
  _id: v.string(),
  network: v.string(),
  offer: v.string(),
  /** Cedis. */
  price: v.number(),
});

/** Of orders that were delivered. */
const sold = {
  orders: v.number(),
  /** Cedis: what guests paid, and what the agent earned with it. */
  paid: v.number(),
  earned: v.number(),
};

/** GET /user/shop/figures. */
export const shopFiguresAnswer = v.object({
  today: v.object(sold),
  month: v.object(sold),
  /** Of this month, those that brought the most first. */
  packages: v.array(v.object({ network: v.string(), offer: v.string(), ...sold })),
  /** Guests who have bought more than once, by the number that paid, the last one first. */
  guests: v.array(v.object({ payer: v.string(), lastAt: v.string(), ...sold })),
});
export type ShopFiguresAnswer = v.InferOutput<typeof shopFiguresAnswer>;

/** GET /shop/{name}: what a stranger sees. */
export const shopAnswer = v.object({ ...face, packages: v.array(shopPackage) });
export type ShopAnswer = v.InferOutput<typeof shopAnswer>;

/** POST /shop/{name}/report. */
export const reportBody = v.object({
  kind: v.picklist(reportKinds, "Please choose what is wrong"),
  said: anyText(shopLimits.report_length_max),
});

export const shopStates = ["open", "paused", "closed"] as const;

/** A shop as admins see it. */
export const shopRecord = v.object({
  _id: v.number(),
  name: v.string(),
  title: v.string(),
  agent: v.object({ _id: v.string(), username: v.string() }),
  /** paused: by its agent. closed: by an admin. */
  state: v.picklist(shopStates),
  closedBecause: v.nullable(v.string()),
  /** How many packages it offers. */
  offers: v.number(),
  /** Reports that no admin has looked at, and how many there were in all. */
  newReports: v.number(),
  reports: v.number(),
  /** This month's delivered orders: how many, what the agent paid for them, and what the agent earned. Cedis. */
  monthOrders: v.number(),
  monthSold: v.number(),
  monthEarned: v.number(),
});
export type ShopRecord = v.InferOutput<typeof shopRecord>;

export const shopList = /* @__PURE__ */ declareList<ShopRecord>()({
  name: "shops",
  noun: "shop",
  key: ({ _id }) => String(_id),
  path: "/shops",
  sizes: limits.page_sizes,
  fields: {
    title: { title: "Shop", card: "title" },
    agent: { title: "Agent", value: ({ agent }) => agent.username, card: "line" },
    offers: { title: "Packages", card: "more" },
    monthOrders: { title: "Month’s orders", card: "more" },
    monthSold: { title: "Month’s sales", kind: "cedis", card: "end" },
    monthEarned: { title: "Month’s margins", kind: "cedis", card: "more" },
    state: { title: "State", card: "foot" },
  },
  filters: {
    state: /* @__PURE__ */ choiceFilter("state", "State", shopStates, { as: "chips" }),
  },
  search: { placeholder: "Name, title, agent" },
});

export const shopReport = v.object({
  _id: v.number(),
  kind: v.picklist(reportKinds),
  said: v.string(),
  reportedAt: v.string(),
  isNew: v.boolean(),
});
export type ShopReport = v.InferOutput<typeof shopReport>;

const user = { user: uuid };

export const shopOperations = /* @__PURE__ */ operationsOf("Shops", {
  readOwnShop: {
    call: "GET /user/shop",
    summary: "Read your own shop and its prices",
    description:
      "Agents only. A package whose price is below what you pay now is not sold until you set a new price.",
    access: "signed-in",
    answer: ownShopAnswer,
    refusals: ["shop_agents_only"],
  },
  saveOwnShop: {
    call: "PUT /user/shop",
    summary: "Open your own shop, or change what it is called and says",
    description:
      "The first call opens it. A name that you give up stays yours, and its link leads to the new one.",
    access: "signed-in",
    body: ownShopBody,
    command: true,
    answer: ownShopAnswer,
    refusals: ["shops_off", "shop_agents_only", "shop_name_taken", "shop_names_used_up"],
  },
  changeShopPrices: {
    call: "PUT /user/shop/prices",
    summary: "Set prices in your own shop",
    description:
      "A price is at least what you pay, and at most so many times as much as the owner allows. Orders that were placed before keep their price.",
    access: "signed-in",
    body: shopPricesBody,
    command: true,
    answer: ownShopAnswer,
    refusals: [
      "shops_off",
      "shop_agents_only",
      "shop_unknown",
      "package_unknown",
      "unchanged",
      "amount_invalid",
      "price_below_cost",
      "price_above_highest",
    ],
  },
  readShopFigures: {
    call: "GET /user/shop/figures",
    summary: "Read what your own shop has sold and earned",
    description: "Agents only. Orders count once they are delivered, on the day on which they were placed.",
    access: "signed-in",
    answer: shopFiguresAnswer,
    refusals: ["shop_agents_only"],
  },
  readShop: {
    call: "GET /shop/{name}",
    summary: "Read an agent's shop with its prices",
    description: "A shop that an admin has closed gets the same answer as one that does not exist.",
    access: "anyone",
    params: { name: shopName },
    limited: true,
    tagged: true,
    answer: shopAnswer,
    refusals: ["shop_unknown"],
  },
  reportShop: {
    call: "POST /shop/{name}/report",
    summary: "Tell the owner that something is wrong with an agent's shop",
    access: "anyone",
    params: { name: shopName },
    body: reportBody,
    limited: true,
    answer: messageAnswer,
    refusals: ["shop_unknown"],
  },
  listShops: {
    call: `GET ${shopList.path}`,
    summary: "List agents' shops, the newest first",
    query: /* @__PURE__ */ queryOf(shopList),
    answer: /* @__PURE__ */ pageOf(shopRecord, numberCursor),
  },
  listShopReports: {
    call: "GET /shops/{user}/reports",
    summary: "List what strangers have reported about a shop, the newest first",
    params: user,
    answer: v.array(shopReport),
  },
  seeShopReports: {
    call: "PUT /shops/{user}/reports",
    summary: "Mark the reports about a shop as looked at",
    params: user,
    answer: v.array(shopReport),
  },
  closeShop: {
    call: "PUT /shops/{user}/close",
    summary: "Close an agent's shop",
    params: user,
    body: reasonBody,
    command: true,
    answer: messageAnswer,
    refusals: ["shop_unknown", "reason_required", "unchanged"],
  },
  reopenShop: {
    call: "PUT /shops/{user}/reopen",
    summary: "Let an agent have their shop again",
    params: user,
    body: reasonBody,
    command: true,
    answer: messageAnswer,
    refusals: ["shop_unknown", "reason_required", "unchanged"],
  },
  readShopRules: {
    call: "GET /extra/shops",
    summary: "Read what applies to all agents' shops",
    answer: rules,
  },
  changeShopRules: {
    call: "PUT /extra/shops",
    summary: "Turn agents' shops on or off, and set the highest price and who bears the payment fee",
    body: shopRulesBody,
    command: true,
    answer: rules,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid"],
  },
});
