/**
 * The shop's SMS (specification sections 1, 4 and 7): whose text it is, and what takes the place of its fields. Texts say GHS:
 * neither ¢ nor ₵ is in the alphabet of an SMS.
 */
import { type MessageKind, type Occasion, occasions } from "./event-texts.ts";
import { strangersOf, toGsm7 } from "./gsm7.ts";
import { officeLimits } from "./office-limits.ts";

export function occasionOf(kind: MessageKind): Occasion {
  return occasions[kind];
}

/** How an AFA form's card number appears in a message. */
export const cardNumberModes = ["last four", "whole"] as const;
export type CardNumberMode = (typeof cardNumberModes)[number];

export function shownCard(card: string, mode: CardNumberMode): string {
  const signs = card.replace(/[^\p{L}\d]/gu, "");
  return mode === "whole" ? card : `...${signs.length > 4 ? signs.slice(-4) : ""}`;
}

/** The texts that an admin has written in place of the shop's own. */
export type Templates = Partial<Record<MessageKind, string>>;

export function templateFor(kind: MessageKind, templates: Templates): string {
  return templates[kind] ?? occasions[kind].text;
}

/** Replaces fields by their values, in the alphabet of an SMS. A field without a value becomes empty. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return toGsm7(filled.replace(/ {2,}/g, " ").trim());
}

/** Why a text cannot be used; undefined if it can. */
export function templateProblem(kind: MessageKind, template: string): string | undefined {
  if (template.trim() === "") return "Please enter the text";
  if (template.length > officeLimits.template_length_max)
    return `At most ${officeLimits.template_length_max} characters`;
  const { fields } = occasionOf(kind);
  const unknown = [...template.matchAll(/\{(\w*)\}/g)].find(([, name = ""]) => !Object.hasOwn(fields, name));
  if (unknown) return `There is no field ${unknown[0]} here`;
  const strangers = strangersOf(template);
  if (strangers.length > 0)
    return `An SMS has no ${strangers.join(" ")}${strangers.some((sign) => "¢₵".includes(sign)) ? ": write GHS" : ""}`;
  return undefined;
}
