/** The presets against the calls and answers of each service's documentation. */
import { describe, expect, test } from "vitest";
import { gatewayNames, gatewayPresets } from "./gateway-presets.ts";
import { gatewayUrl } from "./work-sms.ts";

const sms = { to: "0244123456", text: "GHS 5 & more +1%", secrets: [] };
const encoded = "GHS%205%20%26%20more%20%2B1%25";

test.each([
  [
    "mnotify",
    "k1",
    `https://apps.mnotify.net/smsapi?key=k1&to=233244123456&msg=${encoded}&sender_id=My%20Shop`,
  ],
  [
    "arkesel",
    "k1",
    `https://sms.arkesel.com/sms/api?action=send-sms&api_key=k1&to=233244123456&from=My%20Shop&sms=${encoded}`,
  ],
  [
    "hubtel",
    "id1:s:2",
    `https://sms.hubtel.com/v1/messages/send?clientid=id1&clientsecret=s%3A2&from=My%20Shop&to=233244123456&content=${encoded}`,
  ],
] as const)("%s is called as its documentation describes", (name, key, url) => {
  expect(gatewayUrl({ ...gatewayPresets[name], key, sender: "My Shop" }, sms)).toBe(url);
});

const answers: Record<(typeof gatewayNames)[number], [said: string, meaning: string][]> = {
  mnotify: [
    ["200 1000", "success"],
    [`200 {"status":"success","code":"1000","message":"messages sent successfully"}`, "success"],
    [`200 {"code":1000}`, "success"],
    ["200 1003", "no credit"],
    [`200 {"code":"1003","message":"insufficient balance"}`, "no credit"],
    ["200 1005", "refused"],
    ["200 1004", "failed"],
    ["200 1002", "failed"],
    ["200 11000", "failed"],
    ["500 1000", "failed"],
    ["200 <html>1000 things</html>", "failed"],
  ],
  arkesel: [
    [`200 {"code":"ok","message":"Successfully Send","balance":17707,"user":"Shop"}`, "success"],
    [`200 {"code":"105","message":"Insufficient balance"}`, "no credit"],
    [`200 {"code":"103","message":"Invalid phone number"}`, "refused"],
    [`200 {"code":"102","message":"Authentication Failed"}`, "failed"],
    [`502 {"code":"ok"}`, "failed"],
    ["200 ", "failed"],
  ],
  hubtel: [
    [`201 {"rate":0.03,"messageId":"9c5f","status":0,"networkId":"62001"}`, "success"],
    [`200 {"status": 0}`, "success"],
    [`400 {"status":1,"statusDescription":"invalid destination"}`, "refused"],
    [`400 {"status":12}`, "no credit"],
    ["402 ", "no credit"],
    [`401 {"status":401}`, "failed"],
    [`200 {"status":10}`, "failed"],
    ["500 ", "failed"],
  ],
};

describe.each(gatewayNames)("%s", (name) => {
  test.each(answers[name])("answers %s, which means %s", (said, meaning) => {
    const { success, noCredit, refused } = gatewayPresets[name];
    const meanings = [
      success.test(said) && "success",
      noCredit?.test(said) && "no credit",
      refused?.test(said) && "refused",
    ].filter(Boolean);
    expect(meanings).toEqual(meaning === "failed" ? [] : [meaning]);
  });
});
