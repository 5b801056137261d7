import { expect, test } from "vitest";
import { dataFolderName, explainFailure, StartError } from "./start-error.ts";

// Real messages of Node, initdb and the server, from a tmpfs that was too small or a folder without permission.
const causes: [what: string, cause: unknown, sentence: RegExp][] = [
  [
    "disk full, from Node",
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    /is full/,
  ],
  [
    "disk full, from initdb",
    new Error('initdb: error: could not write file "x": No space left on device'),
    /is full/,
  ],
  [
    "disk full, from the server",
    'FATAL: could not write lock file "postmaster.pid": No space left on device',
    /is full/,
  ],
  [
    "no permission, from Node",
    Object.assign(new Error("EACCES: permission denied, mkdir"), { code: "EACCES" }),
    /^No permission/,
  ],
  ["no permission, from the server", "could not open file: Permission denied", /^No permission/],
  [
    "a read-only disk",
    Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" }),
    /^No permission/,
  ],
  [
    "a file in the way",
    Object.assign(new Error("ENOTDIR: not a directory"), { code: "ENOTDIR" }),
    /^A file is in the way/,
  ],
];

test.each(causes)("explains an error in one sentence: %s", (_what, cause, sentence) => {
  const explained = explainFailure(cause, dataFolderName("/srv/shop"));
  expect(explained).toBeInstanceOf(StartError);
  const { message } = explained as StartError;
  expect(message).toMatch(sentence);
  expect(message).toContain("the data folder /srv/shop");
  expect(message).not.toContain("\n");
});

test("explainFailure returns other errors unchanged", () => {
  const defect = new TypeError("x is not a function");
  expect(explainFailure(defect, "the disk")).toBe(defect);
});
