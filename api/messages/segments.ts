/** How many segments an SMS costs. */
import { SegmentedMessage } from "sms-segments-calculator";

export interface Measured {
  segments: number;
  characters: number;
  encoding: "GSM-7" | "UCS-2";
}

export function measureSms(text: string): Measured {
  const { segmentsCount, numberOfCharacters, encodingName } = new SegmentedMessage(text);
  return { segments: segmentsCount, characters: numberOfCharacters, encoding: encodingName };
}
