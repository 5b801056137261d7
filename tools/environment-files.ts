/** Variables whose value is in a file, as container engines hand over secrets: NAME_FILE names the file with NAME's value. */
import { readFileSync } from "node:fs";

interface Found {
  set: Record<string, string>;
  /** Sentences without any value. */
  errors: string[];
}

/** The variables `names` that are set, directly or by a file. Line breaks at the end of a file do not count. */
export function readVariables(env: NodeJS.ProcessEnv, names: readonly string[]): Found {
  const set: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of names) {
    // An empty variable (PORT= in a compose file) counts as not set.
    const direct = env[name] || undefined;
    const file = env[`${name}_FILE`] || undefined;
    if (direct !== undefined && file !== undefined)
      errors.push(`${name} must be left out with ${name}_FILE, or the other way round`);
    if (direct !== undefined) set[name] = direct;
    else if (file !== undefined) {
      const read = readValue(file);
      if ("problem" in read)
        errors.push(`${name}_FILE must name a file with the value: ${file} ${read.problem}`);
      else set[name] = read.value;
    }
  }
  return { set, errors };
}

function readValue(file: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(file, "utf8").replace(/[\r\n]+$/, "");
    return value === "" ? { problem: "is empty" } : { value };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})` };
  }
}
