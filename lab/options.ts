/** The options of the lab's commands. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { StartError } from "../tools/postgres/start-error.ts";

/** A seed for what nobody wants to repeat. */
export const anySeed = String(Date.now() % 2 ** 31);

/** Ends with the usage for options that the command does not have. */
export function readOptions<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch {
    return endWithUsage(usage);
  }
}

export function endWithUsage(usage: string): never {
  console.error(`usage: ${usage}`);
  process.exit(1);
}

/** @param only the beginnings of some kinds, with commas between them; all by default @throws StartError if there are none */
export function chosenOf<Kind extends string>(kinds: readonly Kind[], only: string | undefined): Kind[] {
  const names = only?.split(",").map((name) => name.trim());
  const chosen = kinds.filter((kind) => names?.some((name) => kind.startsWith(name)) ?? true);
  if (chosen.length === 0) throw new StartError(`kinds: ${kinds.join(" | ")}`);
  return chosen;
}
