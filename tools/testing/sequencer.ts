import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { recordedSeconds } from "./durations.ts";

/** Pure tests first, because they fail within seconds. The browser is last. */
const order = ["unit", "pg", "e2e"];

/**
 * Longest first by recorded times, so that no long file starts last. A file without a time is new, and comes first.
 * `npm test -- --shuffle SEED` gives a random order of files within each project.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env["CEDIBOOK_SHUFFLE"];
    const dice = (file: string) => createHash("sha256").update(`${seed} ${file}`).digest().readUInt32BE();
    const first = (file: TestSpecification) => {
      if (seed) return dice(file.moduleId);
      return recordedSeconds(file.moduleId) ?? Number.POSITIVE_INFINITY;
    };
    const ranked = files.map((file) => ({
      file,
      project: order.indexOf(file.project.name),
      first: first(file),
    }));
    ranked.sort((a, b) => a.project - b.project || (a.first === b.first ? 0 : b.first - a.first));
    return ranked.map(({ file }) => file);
  }
}
