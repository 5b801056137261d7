/**
 * Whether a request comes from the shop's own page. Browsers send the page's origin. Other clients send none, and have no
 * cookies that could be abused. Behind a proxy, the Host header may differ from the host that people type, which is the one
 * of PUBLIC_URL.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  const named = URL.parse(origin)?.host;
  return named !== undefined && named !== "" && [host, URL.parse(publicUrl)?.host].includes(named);
}
