import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { closeIntent, intentFor, type IntentKind } from "./intent.ts";

/**
 * A command that must be carried out once however often it is sent: it keeps its idempotency key until there is an
 * answer, through lost connections and reloads (lib/intent.ts).
 */
export async function sendOnce<Result>(
  kind: IntentKind,
  method: string,
  path: string,
  body: object,
): Promise<Result> {
  const intent = intentFor(kind, body);
  try {
    const { data } = await call<Result>(method, path, { body: intent.body, idempotencyKey: intent.key });
    closeIntent(kind, intent);
    return data;
  } catch (error) {
    // A 401 was refused before the command was looked at, and signing in again should still find the intent.
    if (error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 401)
      closeIntent(kind, intent);
    throw error;
  }
}
