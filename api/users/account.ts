/** A user's own account: profile, API key, and the names they gave to numbers. */
import { sql } from "kysely";
import type * as v from "valibot";
import { usersById } from "#ledger/users/reads.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import {
  deriveApiKey,
  keyWithoutProof,
  readApiKey,
  replaceApiKeyWrite,
  shownApiKey,
} from "../serve/api-keys.ts";
import { guarded } from "../serve/attempts.ts";
import { rememberDevice } from "../auth/cookies.ts";
import { isPassword } from "../auth/passwords.ts";
import { limitTakenRefusals } from "../auth/unique-fields.ts";
import type { Shop } from "../shop.ts";
import type { apiKeyAnswer, BeneficiaryRecord, ProfileAnswer } from "#contract/account.ts";
import { operations } from "#contract/operations.ts";
import { perform } from "../serve/command.ts";
import { ApiError, refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { isPlaceholder } from "#contract/terms/placeholder-email.ts";
import { noteChangeWrite, phoneNoticeWrite } from "../serve/noting.ts";
import { userRecord } from "./records.ts";

export function accountRoutes(shop: Shop, serve: Serve): void {
  profileRoutes(shop, serve);
  apiKeyRoutes(shop, serve);
  beneficiaryRoutes(shop, serve);
}

function profileRoutes(shop: Shop, serve: Serve): void {
  serve(operations.updateProfile, async (c, { body }) => {
    const { user } = c.get("principal");
    const person = await readPerson(shop, user);
    const { username, phone, email, first_name, last_name } = changesOf(person, body);
    if (phone !== undefined || email !== undefined) {
      await guarded(shop, c, { kind: "password", account: user }, () =>
        requirePassword(body.password, person.password_hash),
      );
    }
    const changed = { username, phone, email, first_name, last_name };
    const fields = Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const save = () =>
      perform(shop, c, {
        type: "change_profile",
        intent: { user, fields },
        body,
        sideWrites: [
          ...(phone !== undefined && shop.messages.canTell ? [phoneNoticeWrite(user, phone)] : []),
          {
            // Fields that the form does not change keep their present values, even if another tab has just changed them.
            text: `update shop."user" set username = coalesce($2, username), phone = coalesce($3, phone),
                     first_name = coalesce($4, first_name), last_name = coalesce($5, last_name), email = coalesce($6, email) where id = $1`,
            values: [user, username, phone, first_name, last_name, email],
          },
          ...(phone === undefined ? [] : [noteChangeWrite(user, "phone number")]),
        ],
      });
    const mayBeTaken = username !== undefined || phone !== undefined || email !== undefined;
    await (mayBeTaken ? limitTakenRefusals(shop, c, user, save) : save()).catch((error: unknown) => {
      // A form without changes counts as saved.
      if (!(error instanceof ApiError && error.answer.code === "unchanged")) throw error;
    });
    // A device is known for a phone number. This one need not be told of as new.
    if (phone !== undefined) rememberDevice(shop, c, phone);
    const [view] = await usersById(shop.db, [user]);
    if (!view) throw new Error("a user who was just changed was not found");
    const answer: ProfileAnswer = {
      user: userRecord(view),
      data: {
        apiKey: await keyWithoutProof(
          shop,
          await shownApiKey(shop.db, shop.secrets, { user, level: view.level }),
        ),
      },
      message: texts.profileUpdated,
    };
    return answer;
  });
}

type Person = Awaited<ReturnType<typeof readPerson>>;

function readPerson(shop: Shop, user: string) {
  return shop.db
    .selectFrom("shop.user")
    .select(["username", "phone", "email", "first_name", "last_name", "password_hash"])
    .where("id", "=", user)
    .executeTakeFirstOrThrow();
}

interface ProfileForm {
  username: string;
  phone: string;
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The new values; undefined for unchanged fields. */
function changesOf(person: Person, form: ProfileForm) {
  const changed = (before: string, after: string | undefined) => (after === before ? undefined : after);
  return {
    username: changed(person.username, form.username),
    phone: changed(person.phone, form.phone),
    email: isPlaceholder(person.email) ? changed(person.email, form.email) : undefined,
    first_name: changed(person.first_name, form.firstName),
    last_name: changed(person.last_name, form.lastName),
  };
}

/** Users sign in with the phone number. Somebody who finds an unlocked page must not be able to take over the account. */
async function requirePassword(password: string, hashed: string): Promise<void> {
  const refuse = (message: string) =>
    new ApiError("password_wrong", message, { fields: { password: message } });
  if (password === "") throw refuse(texts.passwordNeeded);
  if (!(await isPassword(password, hashed))) throw refuse(texts.passwordWrong);
}

function apiKeyRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readApiKey, async (c) => {
    const { user, level } = c.get("principal");
    if (!mayHaveApiKey(level)) throw refused({ code: "agents_only" });
    return currentApiKey(shop, user);
  });

  serve(operations.replaceApiKey, async (c, { query }) => {
    const { user } = c.get("principal");
    const overlap_ms = query.overlap === undefined ? 0 : serverLimits.api_key_overlap_ms;
    await perform(shop, c, {
      type: "replace_api_key",
      intent: { user },
      body: query,
      sideWrites: [replaceApiKeyWrite(user, overlap_ms)],
    });
    shop.principals.forgetUser(user);
    return currentApiKey(shop, user);
  });
}

async function currentApiKey(shop: Shop, user: string): Promise<v.InferOutput<typeof apiKeyAnswer>> {
  const { counter, created_at, last_used_at, previous_until } = await readApiKey(shop.db, user);
  return {
    apiKey: deriveApiKey(shop.secrets, user, counter),
    createdAt: created_at,
    lastUsedAt: last_used_at,
    previousUntil: previous_until !== null && Date.parse(previous_until) > Date.now() ? previous_until : null,
  };
}

function beneficiaryRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listBeneficiaries, (c) => listBeneficiaries(shop, c.get("principal").user));

  serve(operations.nameBeneficiary, async (c, { body: { phone, name } }) => {
    const { user } = c.get("principal");
    if (name === null) {
      await shop.db
        .deleteFrom("shop.beneficiary")
        .where("user_id", "=", user)
        .where("phone", "=", phone)
        .execute();
      return listBeneficiaries(shop, user);
    }
    const { numAffectedRows } = await sql`
      insert into shop.beneficiary (user_id, phone, name)
      select ${user}, ${phone}, ${name}
      where (select count(*) from shop.beneficiary where user_id = ${user} and phone <> ${phone}) < ${serverLimits.beneficiaries_max}
      on conflict (user_id, phone) do update set name = excluded.name`.execute(shop.db);
    if (numAffectedRows === 0n)
      throw new ApiError(
        "too_many_beneficiaries",
        `You can name ${serverLimits.beneficiaries_max} numbers at most`,
      );
    return listBeneficiaries(shop, user);
  });
}

function listBeneficiaries(shop: Shop, user: string): Promise<BeneficiaryRecord[]> {
  return shop.db
    .selectFrom("shop.beneficiary")
    .select(["phone", "name"])
    .where("user_id", "=", user)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("phone")
    .execute();
}
