/** What admins decide about suppliers: money for them, which packages they deliver, and what the shop does by itself. */
import { floatOf, type FulfilmentRules, type Route, type SupplierName } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { settingsStream } from "#contract/terms/streams.ts";
import type { CostChange } from "#ledger/core/events/fulfilments.ts";
import { type Deciders, isAdmin, needsActor } from "#ledger/core/checks.ts";
import type { State } from "#ledger/core/state.ts";
import { changeDecider, changedSince, unchanged } from "../settings/change.ts";

export interface SupplierSettingsIntents {
  fund_supplier: { supplier: SupplierName; from: RailName | "owner"; amount: Pesewas; reason: string };
  /** Their PINs go with it, sealed and outside the log. */
  add_vouchers: { package: string; cost: Pesewas; count: number };
  /** What a supplier asks that does not tell it. The list itself is outside the log. */
  import_supplier_prices: { supplier: SupplierName; count: number; changed: CostChange[] };
  change_package_routes: { package: string; routes: Route[]; seen?: Route[] };
  change_fulfilment_rules: FulfilmentRules & { seen?: FulfilmentRules };
}

export const supplierSettingsCommands: Deciders<SupplierSettingsIntents> = {
  fund_supplier: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["reason_required", () => command.intent.reason === ""],
      ["amount_invalid", () => !Number.isSafeInteger(command.intent.amount) || command.intent.amount === 0],
    ],
    events: ({ intent: { supplier, from, amount, reason } }) => [
      {
        type: "supplier_funded",
        stream: settingsStream,
        data: { supplier, from, reason },
        // What a supplier or a rail holds for the shop is negative, like all that the shop has.
        movement: { house: from, counterparty: floatOf(supplier), amount },
      },
    ],
  },
  add_vouchers: {
    needs: needsActor,
    checks: (command, state) => [
      ...isAdmin(command, state),
      ["package_unknown", () => !isSold(command.intent.package, state)],
    ],
    events: ({ intent: data }) => [{ type: "vouchers_added", stream: settingsStream, data }],
  },
  import_supplier_prices: {
    needs: needsActor,
    checks: isAdmin,
    events: ({ intent: data }) => [{ type: "supplier_prices_imported", stream: settingsStream, data }],
  },
  change_package_routes: {
    needs: needsActor,
    checks: (command, state) => {
      const { package: id, routes, seen } = command.intent;
      const present = routesOf(state.settings, id);
      return [
        ...isAdmin(command, state),
        ["package_unknown", () => !isSold(id, state)],
        changedSince(seen, present),
        unchanged(routes, present),
      ];
    },
    events: ({ intent: { package: id, routes } }, { settings }) => [
      {
        type: "package_routes_changed",
        stream: settingsStream,
        data: { package: id, before: routesOf(settings, id), after: routes },
      },
    ],
  },
  change_fulfilment_rules: changeDecider({
    event: "fulfilment_rules_changed",
    before: ({ fulfilment_rules }) => fulfilment_rules,
    after: ({ seen: _, ...after }: SupplierSettingsIntents["change_fulfilment_rules"]) => after,
    checks: ({ seen, ...after }, before) => [changedSince(seen, before), unchanged(after, before)],
  }),
};

/** Where a package can be had, the best first. Empty: an admin has it delivered. */
export function routesOf({ package_routes }: Pick<State["settings"], "package_routes">, id: string): Route[] {
  return (Object.hasOwn(package_routes, id) ? package_routes[id] : undefined) ?? [];
}

function isSold(id: string, { products }: State): boolean {
  return [...products.values()].some(({ packages }) => packages.some((one) => one.id === id));
}
