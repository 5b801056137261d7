/** What suppliers report by themselves. Whatever it says, the supplier is asked before anything follows. */
import type { Context } from "hono";
import { operations } from "#contract/operations.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { Env } from "../serve/env.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import type { Fulfilment } from "./fulfilment.ts";
import { isReportAddress } from "./report-address.ts";
import type { Supplier } from "./supplier.ts";

export function reportRoutes(shop: Shop, serve: Serve, fulfilment: Fulfilment): void {
  serve(operations.hearDataMart, (c) => hearSigned(c, "datamart"));
  serve(operations.hearReloadly, (c) => hearSigned(c, "reloadly"));

  serve(operations.hearHubnet, async (c, { params: { order, proof } }) => {
    requireOn(fulfilment.suppliers, "hubnet");
    if (!isReportAddress(shop.secrets, order, proof)) throw notSigned(shop, c, "hubnet");
    await fulfilment.hear("hubnet", { order });
    return {};
  });

  async function hearSigned(c: Context<Env>, name: SupplierName) {
    const supplier = requireOn(fulfilment.suppliers, name);
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (supplier.hasSigned?.(body, (header) => c.req.header(header)) !== true) throw notSigned(shop, c, name);
    await fulfilment.hear(name, supplier.readReport?.(new TextDecoder().decode(body)));
    return {};
  }
}

function requireOn(suppliers: readonly Supplier[], name: SupplierName): Supplier {
  const supplier = suppliers.find((one) => one.name === name);
  if (!supplier) throw new ApiError("supplier_off", "This shop does not use this supplier");
  return supplier;
}

function notSigned(shop: Shop, c: Context<Env>, detail: SupplierName): ApiError {
  shop.security.note(c, { kind: "wrong signature", result: "refused", detail });
  return new ApiError("signature_wrong", "The signature is wrong");
}
