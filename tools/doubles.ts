// npm run doubles [-- --paystack-webhook URL --sms-webhook URL --datamart-webhook URL --reloadly-webhook URL --hostile
// --speed N --seed N --port N]: play-money doubles of Paystack, of the phone that forwards MoMo receipts and of the suppliers
// DataMart, Hubnet and Reloadly, with a page where you act as the customer and as the supplier.
import { parseArgs } from "node:util";
import { openDesk, playKeys } from "./doubles/desk.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";
import { requirePort } from "./postgres/ports.ts";
import { listenForStop } from "./start/stop-request.ts";

await runMain(async () => {
  const values = readOptions();
  const port = Number(values.port);
  const reloadlyWebhook = values["reloadly-webhook"];
  const stop = listenForStop(console.log);
  for (const one of [0, 1, 2, 3, 4]) await requirePort("127.0.0.1", port + one);
  const desk = await openDesk({
    port,
    seed: Number(values.seed),
    speed: Number(values.speed),
    isHostile: values.hostile,
    paystackWebhook: values["paystack-webhook"],
    smsWebhook: values["sms-webhook"],
    dataMartWebhook: values["datamart-webhook"],
    ...playKeys,
    hubnet: { key: playKeys.hubnetKey },
    reloadly: {
      clientId: playKeys.reloadlyId,
      clientSecret: playKeys.reloadlySecret,
      webhook:
        reloadlyWebhook === undefined
          ? undefined
          : { url: reloadlyWebhook, secret: playKeys.reloadlyWebhookSecret },
    },
  });
  console.log(`This is play money. Act as the customer: ${desk.url}`);
  console.log(`  Paystack's address      ${desk.paystack.url}`);
  console.log(`  Paystack's secret key   ${playKeys.secretKey}`);
  console.log(`  its webhooks go to      ${values["paystack-webhook"]}`);
  console.log(`  the SMS signing key     ${playKeys.signingKey}`);
  console.log(`  the SMS are posted to   ${values["sms-webhook"]}`);
  console.log(`  DataMart's address      ${desk.dataMart.url}`);
  console.log(`  DataMart's key          ${playKeys.dataMartKey}`);
  console.log(`  its webhooks' secret    ${playKeys.dataMartWebhookSecret}`);
  console.log(`  its webhooks go to      ${values["datamart-webhook"] ?? "nobody (--datamart-webhook URL)"}`);
  console.log(`  Hubnet's address        ${desk.hubnet?.url}`);
  console.log(`  Hubnet's key            ${playKeys.hubnetKey}`);
  console.log(`  its webhooks go to      the address that each order names`);
  console.log(`  Reloadly's address      ${desk.reloadly?.url}, for tokens too`);
  console.log(`  Reloadly's id, secret   ${playKeys.reloadlyId}, ${playKeys.reloadlySecret}`);
  console.log(`  its webhooks' secret    ${playKeys.reloadlyWebhookSecret}`);
  console.log(`  its webhooks go to      ${reloadlyWebhook ?? "nobody (--reloadly-webhook URL)"}`);
  console.log(
    `For example: curl -H "Authorization: Bearer ${playKeys.secretKey}" ${desk.paystack.url}/balance`,
  );
  await stop.wait();
  await desk.close();
});

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        "paystack-webhook": { type: "string", default: "http://localhost:3000/api/payment/paystack" },
        "sms-webhook": { type: "string", default: "http://localhost:3000/api/payment/sms" },
        "datamart-webhook": { type: "string" },
        "reloadly-webhook": { type: "string" },
        hostile: { type: "boolean", default: false },
        speed: { type: "string", default: "1" },
        seed: { type: "string", default: "1" },
        port: { type: "string", default: "4400" },
      },
    });
    const numbers = [values.speed, values.seed, values.port].map(Number);
    if (numbers.every((number) => number >= 0)) return values;
  } catch {}
  throw new StartError(
    "usage: npm run doubles [-- --paystack-webhook URL --sms-webhook URL --datamart-webhook URL --reloadly-webhook URL --hostile --speed N --seed N --port N]",
  );
}
