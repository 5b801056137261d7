import { StartError } from "./postgres/start-error.ts";

/** Runs a tool. What the user can mend is one sentence; anything else is a defect and shows where it happened. */
export async function runMain(main: () => Promise<void>, exitCode = 1): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = exitCode;
  }
}
