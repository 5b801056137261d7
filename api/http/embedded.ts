/** Answers embedded in the document: a page's first requests without their round trip. Only public answers. */
import { listProducts, readNotice } from "#ledger/store/read/catalogue.ts";
import type { Shop } from "../context.ts";
import { noticeRecord, productRecord } from "../records/records.ts";

interface EmbeddedAnswers {
  /** A data block, which no CSP allows to run. Empty if the database does not answer, so that the page opens anyway. */
  block: string;
  notice: string;
}

export async function embeddedAnswers(shop: Shop, path: string): Promise<EmbeddedAnswers> {
  // Read before the rows, so the rows are at least as new.
  const position = shop.position();
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
    const json = JSON.stringify({ position, answers }).replaceAll("<", "\\u003c");
    const block = `<script type="application/json" id="embedded">${json}</script>`;
    return { block, notice: notice.notice };
  } catch (error) {
    shop.log.warn({ err: error }, "the document is sent without embedded answers");
    return { block: "", notice: "" };
  }
}
