// npm run admin -- make PHONE       makes this user an admin; registers them if they are unknown
// npm run admin -- password PHONE   sets this user's password and ends all their sessions
// npm run admin -- no-code PHONE    turns off this user's second factor, if they lost the app and the recovery codes
// The password is typed at a prompt or, without a terminal, read from standard input. It is never on the command line.
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { isCommonPassword } from "#api/auth/common-passwords.ts";
import { limits } from "#ledger/terms/limits.ts";
import { isPhone, localPhone } from "#ledger/terms/phone.ts";
import { makeAdmin, resetPassword, turnOffSecondFactor, withShop } from "./admin/make-admin.ts";
import { texts } from "#ledger/terms/texts.ts";
import { asApiRole } from "./database-url.ts";
import { openDatabase } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { migrate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

const actions = { make: makeAdmin, password: resetPassword, "no-code": turnOffSecondFactor };
const results: Record<keyof typeof actions, string> = {
  make: "is an admin",
  password: "has a new password",
  "no-code": "signs in with the password alone",
};

await runMain(async () => {
  const [what = "", typed = "", ...rest] = process.argv.slice(2);
  const phone = localPhone(typed);
  if (!(what in actions) || !isPhone(phone) || rest.length > 0) {
    throw new StartError("usage: npm run admin -- make PHONE | password PHONE | no-code PHONE");
  }
  const password = what === "no-code" ? "" : await askPassword();
  const database = await openDatabase(readEnvironment(), console.log);
  try {
    await migrate(database.url);
    const run = actions[what as keyof typeof actions];
    await withShop(asApiRole(database.url), (shop) => run(shop, { phone, password }));
    console.log(`${phone} ${results[what as keyof typeof actions]}.`);
  } catch (error) {
    throw await database.explain(error);
  } finally {
    await database.close();
  }
});

async function askPassword(): Promise<string> {
  // The terminal does not show the typed password.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: stdin.isTTY ? silent : stdout,
    terminal: stdin.isTTY,
  });
  if (stdin.isTTY) stdout.write("New password: ");
  const password = await lines.question("");
  lines.close();
  if (stdin.isTTY) stdout.write("\n");
  const { password_length_min: min, password_length_max: max } = limits;
  if (password.length < min || password.length > max) {
    throw new StartError(`A password has ${min} to ${max} characters.`);
  }
  if (isCommonPassword(password)) throw new StartError(texts.passwordCommon);
  return password;
}
