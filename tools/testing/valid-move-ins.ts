/** One valid request for every operation about moving in. */
import { randomUUID } from "node:crypto";
import type { TestShop, TestUser } from "./test-shop.ts";
import type { SomeRequests } from "./request-forms.ts";

const movers_count = 10;

export function moveIns(shop: TestShop, next: () => number) {
  const send = async ({ token }: TestUser): Promise<string> => {
    const upload = randomUUID();
    const text = `phone,balance\n0271${String(next()).padStart(6, "0")},1.00\n`;
    await shop.as({ token }).put(`/move-in/upload/${upload}`, { file: 0, part: 0, text });
    return upload;
  };
  const body = (upload: string) => ({
    upload,
    files: [{ name: "users.csv", kind: "users", parts: 1, columns: { phone: 0, balance: 1 } }],
  });
  const movers: Promise<TestUser>[] = [];
  let turn = 0;
  /** By admins in turn: an admin's next check replaces their last one, which another call may be about to use. */
  const check = async (): Promise<string> => {
    const place = turn++ % movers_count;
    const admin = await (movers[place] ??= shop.addUser(`mover${place}`, `027299990${place}`, "Admin"));
    const { body: made } = await shop.as(admin).post("/move-in", body(await send(admin)));
    return String(made["_id"]);
  };
  return {
    uploadMoveInPart: () => ({
      path: `/move-in/upload/${randomUUID()}`,
      body: { file: 0, part: 0, text: "phone\n0244000001\n" },
    }),
    checkMoveIn: async ({ actor }) => ({ path: "/move-in", body: body(await send(actor)) }),
    listMoveIns: () => ({ path: "/move-in" }),
    listRefusedLines: async () => ({ path: `/move-in/${await check()}/refused` }),
    startMoveIn: async () => ({ path: `/move-in/${await check()}/start` }),
  } satisfies SomeRequests;
}
