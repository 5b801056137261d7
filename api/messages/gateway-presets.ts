/** Ghana's bulk SMS services, as their public documentation describes their calls and answers. */
import type { SmsGateway } from "./options.ts";

type Preset = Pick<SmsGateway, "url" | "success" | "refused" | "noCredit">;

export const gatewayNames = ["mnotify", "arkesel", "hubtel"] as const;

export const gatewayPresets: Record<(typeof gatewayNames)[number], Preset> = {
  // Answers 1000, alone or as "code"; 1003: no credit; 1005: bad number, 1008: empty message.
  mnotify: {
    url: "https://apps.mnotify.net/smsapi?key={key}&to={to}&msg={message}&sender_id={sender}",
    success: /^200 (\W*1000\W*$|.*"(code|status)"\s*:\s*"?1000\b)/s,
    noCredit: /^200 (\W*1003\W*$|.*"(code|status)"\s*:\s*"?1003\b)/s,
    refused: /^200 (\W*100[58]\W*$|.*"(code|status)"\s*:\s*"?100[58]\b)/s,
  },
  // {"code":"ok",…}; 105: no credit; 103: bad number, 104: number not covered, 111: held back as spam.
  arkesel: {
    url: "https://sms.arkesel.com/sms/api?action=send-sms&api_key={key}&to={to}&from={sender}&sms={message}",
    success: /^200 .*"code"\s*:\s*"ok"/is,
    noCredit: /"code"\s*:\s*"?105\b/,
    refused: /"code"\s*:\s*"?(103|104|111)\b/,
  },
  // SMS_KEY is "clientId:clientSecret". {"status":0,…}; 12 or HTTP 402: no credit; 1: bad number, 3: too long,
  // 4: not routable, 6: content refused.
  hubtel: {
    url: "https://sms.hubtel.com/v1/messages/send?clientid={keyId}&clientsecret={keySecret}&from={sender}&to={to}&content={message}",
    success: /^20[01] .*"status"\s*:\s*0\b/is,
    noCredit: /^402 |"status"\s*:\s*(12|402)\b/i,
    refused: /"status"\s*:\s*[1346]\b/i,
  },
};
