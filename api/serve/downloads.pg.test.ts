/** Files by link: a ticket opens one file once, and a table comes complete and safe. */
import Papa from "papaparse";
import { beforeAll, expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { downloadPaths } from "#contract/tickets.ts";
import { operations } from "#contract/operations.ts";

const file = "/audit/movements.csv";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

beforeAll(async () => {
  for (let n = 1; n <= 5; n++) {
    const reason = n === 1 ? `=HYPERLINK("http://evil"), "¢"` : `reason ${n}`;
    await shop.command("correct_balance", shop.admin._id, {
      user: ama._id,
      amount: n * 100,
      reason,
      corrects: null,
    });
  }
  await shop.command("correct_balance", shop.admin._id, {
    user: ama._id,
    amount: -50,
    reason: "less",
    corrects: null,
  });
});

const ticketFor = async (path: string, token = shop.admin.token) =>
  (await shop.as({ token }).post<{ ticket: string }>("/download/ticket", { path })).body.ticket;
const fetchFile = (ticket: string, path = file, more = "") =>
  fetch(`${shop.server.url}/api${path}?ticket=${ticket}${more}`);

test("a table as a file has a name, a byte order mark, harmless formulas, and amounts as numbers", async () => {
  const answer = await fetchFile(await ticketFor(file), file, `&user=${ama._id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const { data } = Papa.parse<Record<string, string>>(bytes.toString().slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data.map((row) => row["Amount (GHS)"])).toEqual(["-0.50", "5.00", "4.00", "3.00", "2.00", "1.00"]);
  expect(data.map((row) => row["Reason"]).at(-1)).toBe(`'=HYPERLINK("http://evil"), "¢"`);
});

test("a ticket opens its file once, only its file, and no socket; a socket's ticket opens no file", async () => {
  const ticket = await ticketFor(file);
  expect((await fetchFile(ticket)).status).toBe(200);
  expect((await fetchFile(ticket)).status).toBe(401);
  const { body } = await shop.as(shop.admin).post<{ ticket: string }>("/live/ticket");
  expect((await fetchFile(body.ticket)).status).toBe(401);
  expect((await fetchFile("made-up")).status).toBe(401);
  expect((await fetch(`${shop.server.url}/api${file}`)).status).toBe(401);
  expect(await shop.as(shop.admin).post("/download/ticket", { path: "/user" })).toMatchObject({
    status: 400,
    body: { fields: { path: "There is no such file" } },
  });
});

test("a ticket opens only what its owner may see, and nothing after they sign out", async () => {
  expect((await fetchFile(await ticketFor(file, ama.token))).status).toBe(403);
  const second = await shop.addUser("second", "0245550102", "Admin");
  const ticket = await ticketFor(file, second.token);
  await shop.as(second).post("/user/logout");
  expect((await fetchFile(ticket)).status).toBe(401);
});

test("an expired ticket opens nothing", async () => {
  const ticket = await ticketFor(file);
  await shop.pool.query("update shop.live_ticket set expires_at = now() - interval '1 ms'");
  expect((await fetchFile(ticket)).status).toBe(401);
});

test("tickets are issued for every file", () => {
  const files = Object.values(operations).filter((operation) => "download" in operation);
  expect(files.map(({ path }) => path).toSorted()).toEqual([...downloadPaths].toSorted());
});
