import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

test("a hash of another shop that nobody can read refuses no other user", async () => {
  const hashed = await hashPassword("secret");
  for (const unreadable of ["plain", "$2b$12$short", "$argon2id$v=19$m=1"]) {
    expect(await isPassword("secret", hashed, unreadable)).toBe(true);
    expect(await isPassword("other", hashed, unreadable)).toBe(false);
    expect(await isPassword("secret", undefined, unreadable)).toBe(false);
  }
});
