import { StartError } from "./postgres/start-error.ts";

/** Runs a tool. Prints an error that the user can fix as one sentence, and any other error with its stack trace. */
export async function runMain(main: () => Promise<void>, exitCode = 1): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = exitCode;
  }
}
