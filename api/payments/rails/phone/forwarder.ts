/**
 * What the forwarder on the shop's phone posts: capcom6/android-sms-gateway (docs-web/docs/features/webhooks.md, read 2026-11).
 */
import { z } from "zod";
import { parsed } from "../signed-body.ts";

const message_length_max = 2000;

/** Older versions name the sender phoneNumber. */
const payload = z.object({
  message: z.string().max(message_length_max),
  sender: z.string().max(100).nullish(),
  phoneNumber: z.string().max(100).nullish(),
  receivedAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
});
const envelope = z.object({
  event: z.string().max(100),
  deviceId: z.string().max(100).optional(),
  payload: z.unknown(),
});

export interface Forwarded {
  device: string;
  /** Undefined if it is about something else, for example that the phone is alive. */
  sms: { sender: string; message: string; receivedAt: string | undefined } | undefined;
}

/** Undefined for what no forwarder posts. */
export function readForwarded(body: string): Forwarded | undefined {
  const { data: posted } = envelope.safeParse(parsed(body));
  if (!posted) return undefined;
  const { data: about } = payload.safeParse(posted.payload);
  const device = posted.deviceId ?? "";
  if (posted.event !== "sms:received" || !about) return { device, sms: undefined };
  const { message, sender, phoneNumber, receivedAt } = about;
  return { device, sms: { message, sender: sender ?? phoneNumber ?? "", receivedAt } };
}
