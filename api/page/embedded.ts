/** Answers embedded in the document: a page's first requests without their round trip. Only public answers. */
import { listProducts, readNotice } from "#ledger/products/catalogue.ts";
import type { Shop } from "../shop.ts";
import { markOf } from "../serve/other-log.ts";
import { noticeRecord } from "../settings/records.ts";
import { productRecord } from "../products/records.ts";

interface EmbeddedAnswers {
  /** Every answer is at least as new as this position of this log. */
  position: number;
  log: string;
  /** A data block. Empty if the database does not answer, so that the page opens anyway. */
  block: string;
  notice: string;
}

export async function embeddedAnswers(shop: Shop, path: string): Promise<EmbeddedAnswers> {
  // Read before the rows, so the rows are at least as new.
  const mark = markOf(shop.at());
  const isHome = path.startsWith("/home");
  try {
    const [notice, products] = await Promise.all([
      readNotice(shop.db),
      isHome ? listProducts(shop.db) : undefined,
    ]);
    const answers = {
      "/extra/momo-details": noticeRecord(notice, shop.name),
      ...(products && { "/product": products.map(productRecord) }),
    };
    // No text of a notice can end the block.
    const json = JSON.stringify(answers).replaceAll("<", "\\u003c");
    return { ...mark, block: dataBlock("embedded", json), notice: notice.notice };
  } catch (error) {
    shop.log.warn({ err: error }, "the document is sent without embedded answers");
    return { ...mark, block: "", notice: "" };
  }
}

/** No CSP allows it to run. */
export function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`;
}
