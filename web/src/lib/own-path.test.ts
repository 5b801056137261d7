import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownPath } from "./own-path.ts";

beforeEach(() => void vi.stubGlobal("location", { origin: "https://shop.example" }));
afterEach(() => void vi.unstubAllGlobals());

test.each(["/home", "/home/buy/AFA?to=0244123456&pkg=afa-1"])("keeps the own path %s", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "javascript:alert(1)",
  "home",
  "",
  undefined,
  7,
  ["/home"],
])("does not follow %j", (path) => {
  expect(ownPath(path)).toBe("/home");
});
