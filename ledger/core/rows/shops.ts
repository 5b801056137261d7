import type { Pesewas } from "#contract/terms/money.ts";
import { as, bigint, boolean, integer, jsonb, type Row, type Table, uuid } from "./table.ts";

/** What an agent asks for a package in their own shop. */
export interface OwnPrice {
  package: string;
  price: Pesewas;
}

/** An agent's own shop. What it is called and says is kept outside the log. */
export interface AgentShop extends Row {
  user: string;
  /** Only of packages that the agent offers. */
  prices: OwnPrice[];
  /** By an admin. */
  closed: boolean;
}

export const agentShopTable: Table<AgentShop> = {
  name: "agent_shop",
  key: ["user"],
  columns: {
    user: as("user_id", uuid),
    prices: jsonb,
    closed: boolean,
    version: integer,
    position: bigint,
  },
};
