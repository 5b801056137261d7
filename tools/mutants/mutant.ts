import { StartError } from "../postgres/start-error.ts";

/** A wrong change, as somebody could make it by mistake. `npm test` has to notice it. */
export interface Mutant {
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  text: string;
  replacement: string;
  /** What is wrong with the change. */
  wrong: string;
  /** Test files that probably notice it. They run first. */
  hints: readonly string[];
}

/** @throws StartError if the text does not occur exactly once in `source`, because the code has changed since */
export function mutate(source: string, { name, file, text, replacement }: Mutant): string {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined || more.length > 0)
    throw new StartError(
      `${name}: its text must be in ${file} exactly once, but is there ${source.split(text).length - 1} times. Update tools/mutants.`,
    );
  return before + replacement + after;
}
