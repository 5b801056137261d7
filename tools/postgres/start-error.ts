/** A reason not to start, told in one sentence that needs no stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Turns what the operating system or PostgreSQL said into a StartError where the reason is a known one. `what` is what
 *  was being written, for the sentence: "the data folder /x". */
export function explainFailure(cause: unknown, what: string): unknown {
  if (cause instanceof StartError) return cause;
  const text = cause instanceof Error ? `${errorCode(cause)} ${cause.message}` : String(cause);
  if (/ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/.test(text)) {
    return new StartError(`The disk that holds ${what} is full: free some space and start again.`, { cause });
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/.test(text)) {
    return new StartError(`No permission to write ${what}.`, { cause });
  }
  if (/ENOTDIR|EEXIST|Not a directory/.test(text)) {
    return new StartError(`A file is in the way of ${what}.`, { cause });
  }
  return cause;
}

/** The sentences' name of the data folder, with the way out. */
export function dataFolderName(dataDir: string): string {
  return `the data folder ${dataDir} (DATA_DIR chooses another)`;
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
