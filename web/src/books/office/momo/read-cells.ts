/** Dates and amounts as statements write them. */
import { isDay } from "#contract/terms/dates.ts";
import { parseCedis, type Pesewas } from "#contract/terms/money.ts";
import { plainAmount } from "../../../lib/money.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * "21/11/2026 10:42", "21-11-26", "2026-11-21T10:42:05Z", "21 Nov 2026 1:05 PM": the day, and the time if there is one.
 * The day comes before the month, as everybody in Ghana writes it.
 */
export function readDate(text: string): { day: string; time: string } | undefined {
  const found =
    /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?=\D|$)/.exec(text) ??
    /^(\d\d?)[-/. ](\d\d?|[A-Za-z]{3,9})[-/., ]+(\d{4}|\d\d)(?=\D|$)/.exec(text);
  if (found === null) return undefined;
  const [whole, first = "", second = "", third = ""] = found;
  const [year, date] = first.length === 4 ? [first, third] : [third.padStart(4, "20"), first];
  const day = `${year}-${monthOf(second)}-${date.padStart(2, "0")}`;
  return isDay(day) ? { day, time: readTime(text.slice(whole.length)) } : undefined;
}

function monthOf(text: string): string {
  const named = months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  return (/^\d/.test(text) ? text : String(named)).padStart(2, "0");
}

/** "10:42"; empty if there is none. */
function readTime(text: string): string {
  const [, hour = "", minute = "", half = ""] =
    /(\d\d?):(\d\d)(?::\d\d)?(?:\.\d+)?\s*([AaPp])?/.exec(text) ?? [];
  if (hour === "" || Number(hour) > 23 || Number(minute) > 59) return "";
  const noon = half === "" ? 0 : half.toLowerCase() === "p" ? 12 : 0;
  const plain = half === "" ? Number(hour) : Number(hour) % 12;
  return `${String(plain + noon).padStart(2, "0")}:${minute}`;
}

/**
 * "GHS 1,200.50", "¢50", "-50.00", "(50.00)", "50.00 DR": pesewas, negative for money out. Undefined if it is no amount:
 * "50,00" may mean fifty or five thousand.
 */
export function readAmount(text: string): Pesewas | undefined {
  const [, open, bare = "", side = ""] =
    /^(\()?(.*?)(?:\)|\s*(cr|dr)\.?)?$/i.exec(text.trim().replace(/^[−–]/, "-")) ?? [];
  const amount = parseCedis(plainAmount(bare.replace(/^\+/, "").replace(/^(\D*)-/, "-$1")));
  if (amount === undefined) return undefined;
  return (open === "(" || side.toLowerCase() === "dr") && amount > 0 ? -amount : amount;
}
