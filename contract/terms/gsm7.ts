/** The alphabet of an SMS. One character outside it turns the whole message into UCS-2: 70 characters in place of 160. */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These count as two characters. */
const extended = "^{}\\[~]|€\f";
export const alphabet: ReadonlySet<string> = new Set(basic + extended);

/** Characters that people type or paste, and their nearest ones in the alphabet. */
const likenesses: Record<string, string> = {
  "¢": "GHS ",
  "₵": "GHS ",
  ɔ: "o",
  Ɔ: "O",
  ɛ: "e",
  Ɛ: "E",
  ŋ: "n",
  Ŋ: "N",
  ç: "c",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "·": "-",
  "\u00a0": " ",
  "\t": " ",
};

const plain = new RegExp(`^[${basic.replace(/[\\\]^-]/g, "\\$&")}]*$`);

/** Whether each character is in the alphabet and counts as one. */
export function isPlainGsm7(text: string): boolean {
  return plain.test(text);
}

export function isGsm7(text: string): boolean {
  return strangersOf(text).length === 0;
}

/** The characters that are not in the alphabet, each once. */
export function strangersOf(text: string): string[] {
  return [...new Set(text)].filter((sign) => !alphabet.has(sign));
}

/** The text in the alphabet's characters: accents are dropped, and others become "?". */
export function toGsm7(text: string): string {
  return Array.from(text.normalize("NFC"), gsm7Of).join("");
}

function gsm7Of(sign: string): string {
  if (alphabet.has(sign)) return sign;
  const like = likenesses[sign];
  if (like !== undefined) return like;
  const bare = sign.normalize("NFD").replace(/\p{M}/gu, "");
  return bare !== "" && isGsm7(bare) ? bare : "?";
}
