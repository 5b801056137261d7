/** Answers that stand in the document itself: what a page would ask for first, without the round trip. Public ones only. */
import { listProducts, readNotice } from "#ledger/store/read/catalogue.ts";
import type { Shop } from "../context.ts";
import { noticeRecord, productRecord } from "../records/records.ts";

interface EmbeddedAnswers {
  /** A data block, which no CSP lets run; empty where the database does not answer, so that the page opens all the same. */
  block: string;
  notice: string;
}

export async function embeddedAnswers(shop: Shop, path: string): Promise<EmbeddedAnswers> {
  // Before the rows are read: they are at least as new.
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
    // Whatever a notice says, it cannot end the block.
    const json = JSON.stringify({ position, answers }).replaceAll("<", "\\u003c");
    const block = `<script type="application/json" id="embedded">${json}</script>`;
    return { block, notice: notice.notice };
  } catch (error) {
    shop.log.warn({ err: error }, "the document goes out without its answers");
    return { block: "", notice: "" };
  }
}
