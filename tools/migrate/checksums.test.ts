import { expect, test } from "vitest";
import { checksumsOfFiles, listedChecksums } from "./migrate.ts";

test("no migration has changed since it was listed, and every migration is listed", async () => {
  expect(
    await checksumsOfFiles(),
    "An older migration must not change: write another one. A new one is listed by npm run migrate -- write",
  ).toEqual(await listedChecksums());
});
