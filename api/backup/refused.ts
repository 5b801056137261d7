/** The files or the database cannot be used for a restore. Nothing was changed. */
export class RestoreRefused extends Error {
  override name = "RestoreRefused";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
