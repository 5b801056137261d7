import type { BatchRecord } from "#api/contract/supplier.ts";
import { download } from "../../lib/download.ts";

export function downloadBatch({ batch, network }: Pick<BatchRecord, "batch" | "network">): Promise<void> {
  return download("/order/batch.csv", `batch-${batch}-${network}.csv`, { batch });
}
