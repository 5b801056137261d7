import { expect, test } from "vitest";
import type { Columns } from "#contract/move-in.ts";
import { planMoveIn, UnreadableFile } from "./plan.ts";

const bcrypt = `$2y$10$${"a".repeat(53)}`;
const argon2 = "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21l$c29tZWhhc2hzb21laGFzaHNvbWVoYXNoc29tZWhhc2g";

function plan(lines: string[], chosen = {}) {
  return planMoveIn([{ name: "users.csv", text: lines.join("\n") }], chosen);
}

test("users are read under the headings of other shops", async () => {
  const { users, refused } = await plan([
    "Mobile Number;User Name;E-mail;Role;First name;Surname;Password hash;Wallet balance",
    `+233 24 412 3456;Ama Mensah;AMA@example.com;super_agent;Ama;Mensah;${bcrypt};GHS 1,204.50`,
    `244000001;;;;;;${argon2};`,
  ]);
  expect(refused).toEqual([]);
  expect(users).toMatchObject([
    {
      line: 2,
      phone: "0244123456",
      username: "ama mensah",
      email: "ama@example.com",
      level: "Super Agent",
      firstName: "Ama",
      lastName: "Mensah",
      passwordHash: bcrypt,
      balance: 1_204_50,
    },
    {
      line: 3,
      phone: "0244000001",
      username: "user-0244000001",
      level: "Customer",
      passwordHash: argon2,
      balance: 0,
    },
  ]);
});

test.each([
  ["0244000001,ama,x@example.com,Customer,,-5", "balance", /Negative balance/],
  ["0244000001,ama,x@example.com,Customer,,1e3", "balance", /no amount/],
  ["0244000001,ama,x@example.com,Customer,,12.345", "balance", /no amount/],
  ["0244000001,ama,x@example.com,Customer,,99999999", "balance", /More than/],
  ["0244000001,ama,x@example.com,VIP,,5", "level", /Unknown level “VIP”/],
  ["0244000001,ama,x@example.com,Admin,,5", "level", /Admins do not move in/],
  ["024400000,ama,x@example.com,Agent,,5", "phone", /10-digit/],
  ["0244000001,аma,x@example.com,Agent,,5", "username", /letters/],
  ["0244000001,ama,x@y,Agent,,5", "email", /valid email/],
  [
    "0244000001,ama,x@example.com,Agent,5f4dcc3b5aa765d61d8327deb882cf99,5",
    "passwordHash",
    /Not an argon2id/,
  ],
  [
    `0244000001,ama,x@example.com,Agent,${bcrypt.replace("10", "15")},5`,
    "passwordHash",
    /cost must be 4 to 12/,
  ],
  [
    `0244000001,ama,x@example.com,Agent,"${argon2.replace("65536", "999999")}",5`,
    "passwordHash",
    /at most 65536/,
  ],
  ["0244000001,ama,x@example.com,Agent,,1,200.00", undefined, /comma in an amount/],
])("the line %s is refused with its number, column and reason", async (line, column, reason) => {
  const { users, refused } = await plan(["phone,username,email,level,hash,balance", line]);
  expect(users).toEqual([]);
  expect(refused).toEqual([{ file: "users.csv", line: 2, column, reason: expect.stringMatching(reason) }]);
});

test("lines with the same phone, the same email or look-alike usernames are refused, all of them", async () => {
  const { users, refused } = await plan([
    "phone,username,email",
    "0244000001,kofi,a@example.com",
    "233244000001,esi,b@example.com",
    "0244000002,Yaa1,c@example.com",
    "0244000003,yaal,d@example.com",
    "0244000004,abena,e@example.com",
    "0244000005,adwoa,E@example.com",
    "0244000006,efua,f@example.com",
  ]);
  expect(users.map(({ line }) => line)).toEqual([8]);
  expect(refused).toMatchObject([
    { line: 2, column: "phone", reason: "This phone number is also in line 3" },
    { line: 3, column: "phone" },
    { line: 4, column: "username", reason: expect.stringMatching(/looks like it, is also in line 5/) },
    { line: 5, column: "username" },
    { line: 6, column: "email" },
    { line: 7, column: "email" },
  ]);
});

test("packages become products by network, and unknown headings can be chosen", async () => {
  const { products, refused } = await plan(
    [
      "Net,Size,Cost,Agents",
      "MTNup2u,1 GB,4.80,4.60",
      "MTNup2u,2 GB,9.00,",
      "Vodafone,1 GB,5,5",
      "MTNup2u,3 GB,0,",
    ],
    { network: "Net", offer: "Size", priceCustomer: "Cost", priceAgent: "Agents" },
  );
  expect(products).toMatchObject([
    {
      network: "MTNup2u",
      packages: [
        { offer: "1 GB", customer: 480, agent: 460, superAgent: 460 },
        { offer: "2 GB", customer: 900, agent: 900, superAgent: 900 },
      ],
    },
  ]);
  expect(refused).toMatchObject([
    { line: 4, column: "network" },
    { line: 5, column: "priceCustomer" },
  ]);
});

test("a product with two prices for one offer is refused", async () => {
  const { products, refused } = await plan([
    "network,offer,price",
    "AFA,Registration,15",
    "AFA,registration,12",
  ]);
  expect(products).toEqual([]);
  expect(refused).toMatchObject([{ line: 3, column: "offer" }]);
});

test("a file without known headings is named, with what it has", async () => {
  await expect(plan(["a,b", "1,2"])).rejects.toThrow(UnreadableFile);
  await expect(plan(["a,b", "1,2"])).rejects.toThrow(/users\.csv: .*Found: a, b/);
});

test("columns that an admin chose count in the place of the headings, and what nothing can do without must be there", async () => {
  const text = "Phone,Contact,Wallet\n0244000001,0244000002,3.00";
  const chosen = (columns: Columns) =>
    planMoveIn([{ name: "u.csv", text, chosen: { kind: "users", columns } }]);
  expect((await chosen({ phone: 1 })).users).toMatchObject([{ phone: "0244000002", balance: 0 }]);
  await expect(chosen({ balance: 2 })).rejects.toThrow("u.csv: no column is phone");
});
