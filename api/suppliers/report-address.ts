/** Where a supplier that signs nothing reports about one order. Nobody else can know the address. */
import { isSame, mac, type Secrets } from "../serve/secrets.ts";

export function reportAddress(
  { secrets, publicUrl }: { secrets: Secrets; publicUrl: string },
  order: number,
): string {
  return `${publicUrl}/api/supplier/hubnet/webhook/${order}/${proofOf(secrets, order)}`;
}

export function isReportAddress(secrets: Secrets, order: number, proof: string): boolean {
  return isSame(Buffer.from(proofOf(secrets, order)), Buffer.from(proof));
}

function proofOf(secrets: Secrets, order: number): string {
  return mac(secrets.report, String(order)).toString("hex").slice(0, 32);
}
