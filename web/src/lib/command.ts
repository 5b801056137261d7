import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { closeIntent, intentFor, type IntentKind } from "./intent.ts";

/**
 * Sends a command that must be carried out only once. It keeps its idempotency key until there is an answer, across
 * lost connections and reloads (lib/intent.ts).
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
    // A 401 is decided before the command is looked at, and the intent should still be there after the next login.
    if (error instanceof ApiError && !error.isOutcomeUnknown && error.status !== 401)
      closeIntent(kind, intent);
    throw error;
  }
}
