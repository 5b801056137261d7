import type { DownloadPath, DownloadTicketAnswer } from "#api/contract/tickets.ts";
import { post } from "./api.ts";
import { queryString } from "./lists.ts";
import { followDownload } from "./save-blob.ts";

/**
 * Lets the browser stream a file to the disk itself, however long it is. It sends no Bearer with a link, so the link
 * carries a ticket that opens this one file, once, within seconds.
 */
export async function download(
  path: DownloadPath,
  name: string,
  filter: Record<string, string | number | undefined> = {},
): Promise<void> {
  const { ticket } = await post<DownloadTicketAnswer>("/download/ticket", { path });
  followDownload(`/api${path}${queryString({ ...filter, ticket })}`, name);
}
