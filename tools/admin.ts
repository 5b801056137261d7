// npm run admin -- make PHONE       makes this user an admin; registers them if they are unknown
// npm run admin -- password PHONE   sets this user's password and ends all their sessions
// npm run admin -- no-code PHONE    turns off this user's second factor, if they lost the app and the recovery codes
// npm run admin -- demote PHONE     takes this user's admin rights away
// npm run admin -- ban PHONE        bans this user; unban PHONE lifts the ban
// npm run admin -- delete PHONE     deletes this user
// npm run admin -- credit PHONE AMOUNT REASON   credits this user's wallet, or debits it (-5.00), also an only admin's own
// With DATABASE_URL, it takes the owner's login or the API's. Otherwise it works on the data folder, also while a shop runs
// on it.
// The password is typed at a prompt or, without a terminal, read from standard input. It is never on the command line.
import { once } from "node:events";
import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { isCommonPassword } from "#api/auth/common-passwords.ts";
import { limits } from "#contract/terms/limits.ts";
import { parseCedis } from "#contract/terms/money.ts";
import { isPhone, localPhone } from "#contract/terms/phone.ts";
import {
  type AdminShop,
  creditWallet,
  decisions,
  makeAdmin,
  resetPassword,
  turnOffSecondFactor,
  withShop,
} from "./admin/make-admin.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { asApiRole } from "./database-url.ts";
import { workBeside } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { bringUpToDate } from "./migrate/migrate.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

type Action = (shop: AdminShop) => Promise<string>;

const usage =
  "usage: npm run admin -- make PHONE | password PHONE | no-code PHONE | demote PHONE | ban PHONE | unban PHONE | delete PHONE | credit PHONE AMOUNT REASON";

await runMain(async () => {
  const run = await readAction(process.argv.slice(2));
  const environment = readEnvironment(process.env, "database command");
  const { sms, mail } = environment.messages;
  const canTell = sms !== undefined || mail !== undefined;
  await workBeside(environment, async (url) => {
    await bringUpToDate(url);
    console.log(await withShop(asApiRole(url), run, { canTell }));
  });
});

/** @returns what was asked for; it answers what to say about it */
async function readAction([what = "", typed = "", ...rest]: string[]): Promise<Action> {
  const phone = localPhone(typed);
  const [amount = "", reason = ""] = rest;
  const isCredit = what === "credit";
  if (!isPhone(phone) || rest.length !== (isCredit ? 2 : 0)) throw new StartError(usage);
  switch (what) {
    case "make": {
      const password = await askPassword();
      return (shop) => makeAdmin(shop, { phone, password });
    }
    case "password": {
      const password = await askPassword();
      return (shop) => resetPassword(shop, { phone, password });
    }
    case "no-code":
      return (shop) => turnOffSecondFactor(shop, phone);
    case "demote":
    case "ban":
    case "unban":
    case "delete":
      return (shop) => decisions[what](shop, phone);
    case "credit": {
      const pesewas = parseCedis(amount);
      if (pesewas === undefined) throw new StartError("Write the amount as 12.50, or -12.50 to debit.");
      return (shop) => creditWallet(shop, { phone, amount: pesewas, reason });
    }
    default:
      throw new StartError(usage);
  }
}

async function askPassword(): Promise<string> {
  // The terminal does not show the typed password.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    output: stdin.isTTY ? silent : stdout,
    terminal: stdin.isTTY,
  });
  if (stdin.isTTY) stdout.write("New password: ");
  // An input that ends without a line leaves the question open for ever.
  const ended = once(lines, "close").then(() => undefined);
  const password = await Promise.race([lines.question(""), ended]);
  lines.close();
  if (stdin.isTTY) stdout.write("\n");
  if (password === undefined)
    throw new StartError(
      "No password was given: type it at the prompt, or send it as a line of standard input.",
    );
  const { password_length_min: min, password_length_max: max } = limits;
  if (password.length < min || password.length > max) {
    throw new StartError(`A password has ${min} to ${max} characters.`);
  }
  if (isCommonPassword(password)) throw new StartError(passwordTexts.passwordCommon);
  return password;
}
