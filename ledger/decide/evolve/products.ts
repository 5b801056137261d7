import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import type { State } from "../state.ts";
import type { Changes } from "./changes.ts";

export function putProduct(
  state: State,
  event: EventOf<"product_created" | "product_changed">,
  changes: Changes,
): void {
  const { version, position } = event;
  const id = idOfStream(event.stream);
  const facts = event.type === "product_created" ? event.data : event.data.after;
  state.products.set(id, { id, ...facts, version, position });
  changes.products.add(id);
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
