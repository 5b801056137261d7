import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf, Facts, ProductFacts } from "../events.ts";
import { cutsAfter } from "../price-cuts.ts";
import type { State } from "../state.ts";
import type { Changes } from "./changes.ts";

export function putProduct(
  state: State,
  event: EventOf<"product_created" | "product_changed">,
  changes: Changes,
): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  const facts = event.type === "product_created" ? createdFacts(event.data) : event.data.after;
  if (event.type === "product_changed") state.price_cuts = cutsAfter(state.price_cuts, event);
  state.products.set(id, { id, ...facts, version, position });
  changes.products.add(id);
}

function createdFacts({ requested_by: _, ...facts }: Facts["product_created"]): ProductFacts {
  return facts;
}

export function changeProductStatus(
  state: State,
  event: EventOf<"product_status_changed">,
  changes: Changes,
): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  const before = state.products.get(id);
  if (!before) return;
  state.products.set(id, { ...before, status: event.data.after, version, position });
  changes.products.add(id);
}
