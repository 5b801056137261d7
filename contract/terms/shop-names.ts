/** What agents may call their shops. A name is a part of the link, a title stands on the page. */

export const shopNamePattern = /^[a-z0-9](?:[a-z0-9]|-(?!-)){1,28}[a-z0-9]$/;

/** Signs and what they are taken for. */
const looksLike: Record<string, string> = {
  "0": "o",
  "1": "i",
  l: "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  ɛ: "e",
  ɔ: "o",
  ŋ: "n",
};

/** Nobody's as a whole: other pages, networks and services. */
const reservedNames = words(`
  api app account agent agents airtel airteltigo at check data ecg ghana gov home login mobile momo mtn null order orders
  paystack price prices register s shop shops tel telecel test tigo topup undefined user users vodafone waec wallet www`);
/** In no part: they say that the shop's owner or a bank speaks. */
const reservedParts = words(
  "admin administrator bank help helpdesk moderator official owner paystack security staff support verified",
);

function words(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/\s+/)
      .filter((word) => word !== "")
      .map(skeletonOf),
  );
}

/**
 * How a name looks at a glance: signs that are taken for each other are one, marks and spaces are gone, and so is every letter
 * that only repeats the one before.
 */
function skeletonOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9ɛɔŋ]/g, "")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll("cl", "d")
    .replaceAll(/[0134578lɛɔŋ]/g, (sign) => looksLike[sign] ?? sign)
    .replaceAll(/(.)\1+/g, "$1");
}

/** Of a shop whose own name is this short, only the whole name is taken. */
const own_length_min = 4;

/** Whether a name or title could be taken for the owner's shop, or for somebody with power over customers. */
function isPretending(text: string, owner: string): boolean {
  const all = skeletonOf(text);
  const own = skeletonOf(owner);
  if (own !== "" && (all === own || (own.length >= own_length_min && all.includes(own)))) return true;
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).some((part) => reservedParts.has(skeletonOf(part)));
}

/** Why a shop cannot be called this; undefined if it can. `owner`: the name of the shop itself. */
export function shopNameProblem(name: string, owner: string): string | undefined {
  if (!shopNamePattern.test(name)) return "Use 3 to 30 small letters, digits and single dashes";
  if (reservedNames.has(skeletonOf(name)) || isPretending(name, owner))
    return "This name is reserved. Please choose another";
  return undefined;
}

export function shopTitleProblem(title: string, owner: string): string | undefined {
  if (!/^[\u0300-\u036fA-Za-z0-9\u00c0-\u00f6\u00f8-\u00ffƐɛƆɔŊŋ.,&+!' -]+$/.test(title))
    return "Use letters, digits, spaces and . , & + ! ' -";
  if (!/[\p{L}\p{N}]/u.test(title)) return "Use at least one letter or digit";
  return isPretending(title, owner) ? "This title is reserved. Please choose another" : undefined;
}
