/** The people of the demo shop. Four can sign in; the others only have a history. */
import type { Level } from "#contract/terms/statuses.ts";

export interface Person {
  username: string;
  phone: string;
  level: Level;
  /** Undefined if nobody can sign in as this person. */
  password?: string;
}

export const demoLogins: (Person & { password: string })[] = [
  { username: "esi_admin", phone: "0240000009", level: "Admin", password: "admin-demo" },
  { username: "ama", phone: "0245550101", level: "Customer", password: "customer-demo" },
  { username: "kofi_agent", phone: "0205550102", level: "Agent", password: "agent-demo" },
  { username: "yaw_super", phone: "0275550103", level: "Super Agent", password: "super-demo" },
];

const first = [
  "akua",
  "kwame",
  "abena",
  "kojo",
  "afia",
  "kwabena",
  "efua",
  "yaa",
  "kwaku",
  "adwoa",
  "fiifi",
  "araba",
];
const last = [
  "mensah",
  "owusu",
  "boateng",
  "asante",
  "addo",
  "agyeman",
  "quaye",
  "tetteh",
  "osei",
  "darko",
  "appiah",
  "ansah",
];

/** 26 customers, 8 agents and 2 super agents. */
export const demoCrowd: Person[] = Array.from({ length: 36 }, (_, n) => ({
  username: `${first[n % first.length]}.${last[(n * 5 + Math.floor(n / first.length)) % last.length]}`,
  phone: `${["024", "055", "020", "050", "027", "059"][n % 6]}${String(7_100_000 + n * 4093).slice(0, 7)}`,
  level: n < 26 ? "Customer" : n < 34 ? "Agent" : "Super Agent",
}));
