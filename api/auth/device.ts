/** What a session's user recognizes their device by: browser and system, without versions. */

/** In this order: most browsers also name the ones that they descend from. */
const browsers = [
  ["Opera", /\bOPR\/|\bOpera\b/],
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const systems = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** "Chrome on Android", "Firefox", or "Other device". */
export function deviceOf(userAgent = ""): string {
  const find = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return system ?? "Other device";
  return system === undefined ? browser : `${browser} on ${system}`;
}
