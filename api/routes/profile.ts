/** A user's own name and number. */
import { usersById } from "#ledger/store/read/users.ts";
import { texts } from "#ledger/terms/texts.ts";
import { shownApiKey } from "../auth/api-keys.ts";
import { countAttempt } from "../auth/attempts.ts";
import { isPassword } from "../auth/passwords.ts";
import { countingTaken } from "../auth/taken.ts";
import { perform } from "../http/command.ts";
import type { Shop } from "../context.ts";
import type { ProfileAnswer } from "../contract/account.ts";
import { operations } from "../contract/operations.ts";
import { ApiError } from "../http/errors.ts";
import { userRecord } from "../records/records.ts";
import type { Serve } from "../http/serve.ts";

export function profileRoutes(shop: Shop, serve: Serve): void {
  serve(operations.updateProfile, async (c, { body }) => {
    const { user } = c.get("principal");
    const person = await readPerson(shop, user);
    const { username, phone, first_name, last_name } = changesOf(person, body);
    if (phone !== undefined) {
      const takeBack = await countAttempt(shop, c, "password", user);
      await requirePassword(body.password, person.password_hash);
      await takeBack();
    }
    const changed = { username, phone, first_name, last_name };
    const fields = Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const save = () =>
      perform(shop, c, {
        type: "change_profile",
        intent: { user, fields },
        actor: user,
        body,
        also: [
          {
            // What the form leaves as it is stays as it is, also where another tab changes it meanwhile.
            text: `update shop."user" set username = coalesce($2, username), phone = coalesce($3, phone),
                     first_name = coalesce($4, first_name), last_name = coalesce($5, last_name) where id = $1`,
            values: [user, username, phone, first_name, last_name],
          },
        ],
      });
    const mayBeTaken = username !== undefined || phone !== undefined;
    await (mayBeTaken ? countingTaken(shop, c, user, save) : save()).catch((error: unknown) => {
      // A form sent back as it was is as good as saved.
      if (!(error instanceof ApiError && error.answer.code === "unchanged")) throw error;
    });
    const [view] = await usersById(shop.db, [user]);
    if (!view) throw new Error("a user that was just changed is not there");
    const answer: ProfileAnswer = {
      user: userRecord(view),
      data: { apiKey: await shownApiKey(shop.db, shop.secrets, { user, level: view.level }) },
      message: texts.profileUpdated,
    };
    return answer;
  });
}

type Person = Awaited<ReturnType<typeof readPerson>>;

function readPerson(shop: Shop, user: string) {
  return shop.db
    .selectFrom("shop.user")
    .select(["username", "phone", "first_name", "last_name", "password_hash"])
    .where("id", "=", user)
    .executeTakeFirstOrThrow();
}

interface ProfileForm {
  username: string;
  phone: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The new values; undefined where nothing changes. */
function changesOf(person: Person, form: ProfileForm) {
  const changed = (before: string, after: string | undefined) => (after === before ? undefined : after);
  return {
    username: changed(person.username, form.username),
    phone: changed(person.phone, form.phone),
    first_name: changed(person.first_name, form.firstName),
    last_name: changed(person.last_name, form.lastName),
  };
}

/** The phone is what one signs in with: whoever finds an unlocked page must not take the account with it. */
async function requirePassword(password: string, hashed: string): Promise<void> {
  const refuse = (message: string) =>
    new ApiError("password_wrong", message, { fields: { password: message } });
  if (password === "") throw refuse(texts.passwordNeeded);
  if (!(await isPassword(password, hashed))) throw refuse(texts.passwordWrong);
}
