import { expect, test } from "vitest";
import { dataFolderName, explainFailure, StartError } from "./start-error.ts";

// What Node, initdb and the server really say; each seen on a tmpfs that was too small, or on a closed folder.
const said: [what: string, cause: unknown, sentence: RegExp][] = [
  [
    "Node, disk full",
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    /is full/,
  ],
  [
    "initdb, disk full",
    new Error('initdb: error: could not write file "x": No space left on device'),
    /is full/,
  ],
  [
    "the server, disk full",
    'FATAL: could not write lock file "postmaster.pid": No space left on device',
    /is full/,
  ],
  [
    "Node, no permission",
    Object.assign(new Error("EACCES: permission denied, mkdir"), { code: "EACCES" }),
    /^No permission/,
  ],
  ["the server, no permission", "could not open file: Permission denied", /^No permission/],
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

test.each(said)("%s", (_what, cause, sentence) => {
  const explained = explainFailure(cause, dataFolderName("/srv/shop"));
  expect(explained).toBeInstanceOf(StartError);
  const { message } = explained as StartError;
  expect(message).toMatch(sentence);
  expect(message).toContain("the data folder /srv/shop");
  expect(message).not.toContain("\n");
});

test("anything else stays what it is", () => {
  const defect = new TypeError("x is not a function");
  expect(explainFailure(defect, "the disk")).toBe(defect);
});
