/** An error that the user can fix. Its message is one sentence and is shown without a stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Turns an error of the operating system or PostgreSQL into a StartError if its reason is known. `what` names what was being
 *  written, for the message: "the data folder /x". */
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

/** The data folder's name in messages, with the variable that changes it. */
export function dataFolderName(dataDir: string): string {
  return `the data folder ${dataDir} (set DATA_DIR to use another)`;
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
