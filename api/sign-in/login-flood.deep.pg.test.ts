import { expect, test } from "vitest";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");

test("a flood of logins is refused in part, and what is refused does not count as a wrong password", async () => {
  const total = serverLimits.passwords_waiting_max * 3;
  const answers = await Promise.all(
    Array.from({ length: total }, (_, n) =>
      shop.call("POST", "/user/login", { userPhone: `02450${10_000 + n}`, password: "wrong" }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(total - refused.length);
  for (const { headers, body } of refused) {
    expect(headers.get("retry-after")).toBe("2");
    expect(body).toMatchObject({ code: "busy", transient: true });
  }
  const { rows } = await shop.pool.query<{ count: number }>("select max(count) as count from shop.attempt");
  expect(rows[0]?.count).toBe(total - refused.length);
  const right = { userPhone: ama.phone, password: ama.password };
  expect((await shop.call("POST", "/user/login", right)).status).toBe(200);
});
