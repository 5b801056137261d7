/** How many segments an SMS costs. */
import { SegmentedMessage } from "sms-segments-calculator";
import { isPlainGsm7 } from "#contract/terms/gsm7.ts";

export interface Measured {
  segments: number;
  characters: number;
  encoding: "GSM-7" | "UCS-2";
}

const alone_characters = 160;
/** The other seven hold the number of the part. */
const part_characters = 153;

/** Counts plain text itself, in 1 us. The library takes some 200 us, which matters in a rush of purchases. */
export function measureSms(text: string): Measured {
  // The library counts a line break of two characters as one.
  if (isPlainGsm7(text) && !text.includes("\r")) {
    const characters = text.length;
    const segments = characters <= alone_characters ? 1 : Math.ceil(characters / part_characters);
    return { segments, characters, encoding: "GSM-7" };
  }
  return measureAny(text);
}

/** The library's count, for any text. */
export function measureAny(text: string): Measured {
  const { segmentsCount, numberOfCharacters, encodingName } = new SegmentedMessage(text);
  return { segments: segmentsCount, characters: numberOfCharacters, encoding: encodingName };
}
