import { expect, test } from "vitest";
import { needsTls } from "./send-mail.ts";

test.each([
  ["smtp://user:secret@mail.example.com:587", true],
  ["smtp://10.0.0.7", true],
  ["smtp://localhost:2525", false],
  ["smtp://[::1]:2525", false],
  ["smtp://127.0.0.1:2525", false],
])("mail over %s needs TLS: %s", (url, needed) => {
  expect(needsTls(url)).toBe(needed);
});
