import type { InferOutput } from "valibot";
import { days, searchOf } from "./address.ts";

/** Days alone. */
export const daySearch = searchOf(days);
export type DaySearch = InferOutput<typeof daySearch>;
