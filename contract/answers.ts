/** Answers that only say what was done. */
import * as v from "valibot";

/** Only a message. */
export const messageAnswer = v.object({ message: v.string() });

/** A message, and the position of the change in the log. */
export const positionedMessage = v.object({ message: v.string(), position: v.number() });
