/** argon2id with OWASP's parameters (m=19456 KiB, t=2, p=1: 8 ms here). */
import { hash, verify } from "@node-rs/argon2";

/** The package's Algorithm.Argon2id: a const enum, which Node's type stripping cannot read. */
const argon2id = 2;
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** True if it matches. Without a hash (no such account) it takes the same time and is false. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  nobody ??= await hashPassword("nobody has this password");
  const matches = await verify(hashed ?? nobody, password);
  return hashed !== undefined && matches;
}

let nobody: string | undefined;
