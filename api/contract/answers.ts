/** Answers that only say what was done. */
import * as v from "valibot";

/** Where there is nothing to tell but that it was done. */
export const messageAnswer = v.object({ message: v.string() });

/** DELETE of one row: it was done, and where the log says so. */
export const positionedMessage = v.object({ message: v.string(), position: v.number() });
