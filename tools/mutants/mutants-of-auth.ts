import type { Mutant } from "./mutant.ts";

const sessions = "api/sign-in/sessions.pg.test.ts";

/** People who get in, or see more than they may. */
export const mutantsOfAuth: Mutant[] = [
  {
    name: "banned-user-reads",
    file: "api/serve/guard.ts",
    text: 'const principal = await authenticate(shop, c);\n    if (principal.status === "Banned") throw refused({ code: "actor_banned" });',
    replacement: "const principal = await authenticate(shop, c);",
    wrong: "A banned user still reads whatever they could read before.",
    hints: [sessions],
  },
  {
    name: "access-token-never-expires",
    file: "api/serve/tokens.ts",
    text: "return expires_ms > now_ms ? { session, user, expires_ms } : undefined;",
    replacement: "return expires_ms > 0 ? { session, user, expires_ms } : undefined;",
    wrong: "An access token works for the whole session and not for fifteen minutes.",
    hints: [sessions, "api/sign-in/refresh-cookie.pg.test.ts"],
  },
  {
    name: "stolen-refresh-token-harmless",
    file: "api/auth/sessions.ts",
    text: "return { reused: { user: row.user_id, session: claims.session } };",
    replacement: "return undefined;",
    wrong: "A refresh token that is used again later is refused, but its session does not end.",
    hints: [sessions],
  },
  {
    name: "guesses-not-counted",
    file: "api/serve/attempts.ts",
    text: 'if (error instanceof ApiError && error.answer.code === "busy") await undo();',
    replacement: "if (error instanceof ApiError) await undo();",
    wrong: "A wrong password is taken out of the count, so that guessing is unlimited.",
    hints: ["api/serve/attempts.pg.test.ts"],
  },
  {
    name: "reset-link-used-twice",
    file: "api/sign-in/password-resets.ts",
    text: "performUnder(shop, key, {",
    replacement: "performUnder(shop, undefined, {",
    wrong: "A link that has set a password sets another one.",
    hints: ["api/auth/passwords.pg.test.ts"],
  },
  {
    name: "factor-code-used-twice",
    file: "api/auth/second-factor.ts",
    text: '.where("last_step", "<", step)',
    replacement: '.where("last_step", "<=", step)',
    wrong: "A code of the authenticator app works a second time.",
    hints: ["api/sign-in/second-factor.pg.test.ts"],
  },
];
