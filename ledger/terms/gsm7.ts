/** The alphabet of an SMS. One character outside it turns the whole message into UCS-2: 70 characters in place of 160. */

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These take the room of two. */
const extended = "^{}\\[~]|€\f";
export const alphabet: ReadonlySet<string> = new Set(basic + extended);

/** What people type, or paste from a word processor, in the alphabet's own signs. */
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

/** Whether each character is of the alphabet and takes the room of one. */
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

/** The same in the alphabet's signs: accents fall off, what has no likeness becomes "?". */
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
