/** How many segments an SMS costs. */
import { SegmentedMessage } from "sms-segments-calculator";
import { isPlainGsm7 } from "#ledger/terms/gsm7.ts";

export interface Measured {
  segments: number;
  characters: number;
  encoding: "GSM-7" | "UCS-2";
}

const alone_characters = 160;
/** The other seven say which part of the message it is. */
const part_characters = 153;

/** What is plain is counted here, in 1 us: the library takes some 200, which a rush of purchases notices. */
export function measureSms(text: string): Measured {
  // To the library a line's end of two characters is one.
  if (isPlainGsm7(text) && !text.includes("\r")) {
    const characters = text.length;
    const segments = characters <= alone_characters ? 1 : Math.ceil(characters / part_characters);
    return { segments, characters, encoding: "GSM-7" };
  }
  return measureAny(text);
}

/** The library's own count, of any text. */
export function measureAny(text: string): Measured {
  const { segmentsCount, numberOfCharacters, encodingName } = new SegmentedMessage(text);
  return { segments: segmentsCount, characters: numberOfCharacters, encoding: encodingName };
}
