/** Messages: their list and state, their texts, and tests. Push notifications: a browser subscribes and unsubscribes. */
import type * as v from "valibot";
import { fillTemplate, occasionOf, type Templates } from "#contract/terms/messages.ts";
import { isNarrow } from "#contract/terms/search.ts";
import { type MessageKind, messageKinds } from "#contract/terms/event-texts.ts";
import { perform } from "../serve/command.ts";
import type { Messaging } from "./messages.ts";
import { filterOf } from "#contract/list.ts";
import {
  messageList,
  type MessageRecord,
  type MessageSettingsAnswer,
  type messageSettingsBody,
} from "#contract/messages.ts";
import { operations } from "#contract/operations.ts";
import { answerListFile } from "../serve/file-answer.ts";
import { ApiError, unauthorized } from "../serve/errors.ts";
import { answerPage } from "../serve/list-answer.ts";
import { listMessages, messageById, readGateways, totalMessages } from "./message-list.ts";
import { lastSettingsChange, readMessageSettings } from "./message-settings.ts";
import { type Composed, plainMessage } from "./compose.ts";
import { cancel, outboxOf, resend } from "./outbox.ts";
import { measureSms } from "./segments.ts";
import { storeMessages } from "./store-messages.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import type { MessageSettings } from "#ledger/core/rows/settings.ts";
import { addressProblem } from "./public-address.ts";
import { addSubscription, removeSubscription } from "./push-subscriptions.ts";

export function messageRoutes(shop: Messaging, serve: Serve): void {
  const { db, messages } = shop;

  serve(operations.listMessages, async (_c, { query }) => {
    const { limit, cursor } = query;
    return answerPage(messagesOf(shop, query), { limit, cursor });
  });

  serve(operations.exportMessages, (c, { query }) =>
    answerListFile(shop, c, messageList, query, messagesOf(shop, query)),
  );

  serve(operations.readGateways, () => readGateways(db, messages));

  outboxRoutes(shop, serve);

  serve(operations.previewMessage, async (_c, { body }) => {
    const text = sampleOf(shop, body);
    return { text, ...measureSms(text) };
  });

  serve(operations.testMessage, async (_c, { body }) => {
    requireGateway(shop);
    const text = sampleOf(shop, body);
    const recipient = await shopNumber(shop);
    return storeTest(shop, plainMessage({ kind: "test", channel: "sms", user_id: null, recipient, text }));
  });

  serve(operations.testMail, async (c) => {
    if (!messages.configured.email) throw noMailServer();
    const user_id = c.get("principal").user;
    const { email: recipient } = await db
      .selectFrom("shop.user")
      .select("email")
      .where("id", "=", user_id)
      .executeTakeFirstOrThrow();
    const text = `${shop.name} can send emails. Its link opens the shop.`;
    return storeTest(shop, plainMessage({ kind: "test", channel: "email", user_id, recipient, text }));
  });

  serve(operations.readMessageSettings, () => settingsAnswer(shop));

  serve(operations.changeMessageSettings, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_message_settings",
      intent: { ...settingsOf(body), ...(body.seen && { seen: settingsSeen(body.seen) }) },
      actor: c.get("principal").user,
      body,
    });
    return settingsAnswer(shop);
  });
}

function outboxRoutes(shop: Messaging, serve: Serve): void {
  const { messages } = shop;

  serve(operations.resendMessage, async (c, { params, body: { seen } }) => {
    const message = await requireMessage(shop, params.id);
    requireChannel(shop, message);
    const recipient = message.recipient === "" ? await shopNumber(shop) : undefined;
    const done = await resend(messages.pool, outboxOf(message.channel), params.id, { recipient, seen });
    if (!done) throw wrongState(await requireMessage(shop, params.id));
    shop.log.info(
      { message: params.id, user: c.get("principal").user, requestId: c.get("requestId") },
      "a message will be sent again",
    );
    return requireMessage(shop, params.id);
  });

  serve(operations.cancelMessage, async (c, { params }) => {
    const message = await requireMessage(shop, params.id);
    const done = await cancel(messages.pool, outboxOf(message.channel), params.id);
    const now = await requireMessage(shop, params.id);
    if (!done) throw wrongState(now);
    shop.log.info(
      { message: params.id, user: c.get("principal").user, requestId: c.get("requestId") },
      "a message was cancelled",
    );
    return now;
  });
}

function messagesOf({ db }: Messaging, query: v.InferOutput<typeof operations.listMessages.query>) {
  const filter = filterOf(query);
  return {
    read: (of: Portion) => listMessages(db, filter, of),
    total: () => totalMessages(db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ _id }: MessageRecord) => Number(_id),
    toRecord: (record: MessageRecord) => record,
  };
}

async function storeTest(shop: Messaging, message: Composed): Promise<MessageRecord> {
  const [id = 0] = await storeMessages(shop.messages.pool, [message], shop.messages);
  return requireMessage(shop, id);
}

async function requireMessage(shop: Messaging, id: number): Promise<MessageRecord> {
  const message = await messageById(shop.db, id);
  if (!message) throw new ApiError("not_found", "There is no such message");
  return message;
}

function wrongState({ state }: MessageRecord): ApiError {
  const message = state === "sending" ? "This message is being sent" : `This message is ${state}`;
  return new ApiError("message_state", message, { status: state });
}

function requireChannel(shop: Messaging, { channel }: MessageRecord): void {
  if (channel === "sms") requireGateway(shop);
  else if (!shop.messages.hasMail) throw noMailServer();
}

function noMailServer(): ApiError {
  return new ApiError("no_gateway", "No mail server is configured");
}

function requireGateway({ messages }: Messaging): void {
  if (!messages.hasGateway) throw new ApiError("no_gateway", "No SMS gateway is configured");
}

/** @throws ApiError if there is none */
async function shopNumber({ db }: Messaging): Promise<string> {
  const { effective_phone } = await readMessageSettings(db);
  if (effective_phone === "")
    throw new ApiError("no_admin_phone", "Please set the number for messages to the shop");
  return effective_phone;
}

function sampleOf({ name }: Messaging, { kind, template }: { kind: MessageKind; template: string }): string {
  return fillTemplate(template, { ...occasionOf(kind).fields, shop: name });
}

type SettingsBody = v.InferOutput<typeof messageSettingsBody>;

/** Empty templates and unchanged default texts are not stored. */
function settingsOf(body: SettingsBody): MessageSettings {
  const own = messageKinds.flatMap((kind) => {
    const text = body.templates[kind] ?? "";
    return text === "" || text === occasionOf(kind).text ? [] : [[kind, text]];
  });
  return {
    admin_phone: body.adminPhone,
    card_number: body.cardNumber,
    templates: Object.fromEntries(own) as MessageSettings["templates"],
  };
}

function settingsSeen({ adminPhone, cardNumber, templates }: NonNullable<SettingsBody["seen"]>) {
  return { admin_phone: adminPhone, card_number: cardNumber, templates: templates as Templates };
}

async function settingsAnswer({ db }: Messaging): Promise<MessageSettingsAnswer> {
  const [settings, changed] = await Promise.all([readMessageSettings(db), lastSettingsChange(db)]);
  return {
    ...settingsRecord(settings),
    effectivePhone: settings.effective_phone,
    changed: changed && { by: changed.by, at: changed.at, before: settingsRecord(changed.before) },
    position: settings.position,
  };
}

function settingsRecord({ admin_phone, card_number, templates }: MessageSettings) {
  return { adminPhone: admin_phone, cardNumber: card_number, templates };
}

export function pushRoutes({ messages, secrets }: Messaging, serve: Serve): void {
  const { pool, allowPrivateAddresses, pushKeys } = messages;

  serve(operations.readPushKey, async () => ({ publicKey: (await pushKeys()).publicKey }));

  serve(operations.subscribePush, async (c, { body }) => {
    const problem = await addressProblem(body.endpoint, allowPrivateAddresses);
    if (problem !== undefined) throw badEndpoint(problem);
    const { user, session } = c.get("principal");
    const { publicKey } = await pushKeys();
    const outcome = await addSubscription(pool, secrets, { user, session, publicKey, ...body });
    if (outcome === "session ended") throw unauthorized();
    if (outcome === "another's") throw badEndpoint("This address belongs to another browser");
    return { subscribed: true };
  });

  serve(operations.unsubscribePush, async (c, { body: { endpoint } }) => {
    await removeSubscription(pool, c.get("principal").user, endpoint);
    return { subscribed: false };
  });
}

function badEndpoint(message: string): ApiError {
  return new ApiError("input_invalid", message, { fields: { endpoint: message } });
}
