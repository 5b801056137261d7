/** Whether code could not be loaded, as Chrome, Firefox and Safari say it: it is gone after an update of the shop. */
export function isMissingCode(error: unknown): boolean {
  return /dynamically imported|module script/.test(String(error));
}
