import { expect, test } from "vitest";
import { deviceOf } from "./sessions.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/139.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-A145F) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/137.0.0.0 Mobile Safari/537.36 OPR/90.0.0.0`,
    "Opera on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  ["curl/8.5.0", "Other device"],
  ["", "Other device"],
  ["<script>".repeat(1000), "Other device"],
])("%s is shown as a device that its user recognizes", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
