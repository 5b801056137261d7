/** A reason not to start, told in one sentence that needs no stack trace. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Turns what the operating system or PostgreSQL said into a StartError where the reason is a known one. */
export function explainFailure(cause: unknown, dataDir: string): unknown {
  if (cause instanceof StartError) return cause;
  const text = cause instanceof Error ? `${errorCode(cause)} ${cause.message}` : String(cause);
  if (/ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/.test(text)) {
    return new StartError(
      `The disk that holds the data folder ${dataDir} is full: free some space and start again.`,
    );
  }
  if (/EACCES|EPERM|EROFS|Permission denied|Read-only file system/.test(text)) {
    return new StartError(`No permission to write the data folder ${dataDir}: choose another with DATA_DIR.`);
  }
  if (/ENOTDIR|EEXIST|Not a directory/.test(text)) {
    return new StartError(
      `The data folder ${dataDir} can't be made, a file is in its place: choose another with DATA_DIR.`,
    );
  }
  return cause;
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
