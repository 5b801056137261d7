/** Who is made an admin, and who stops being one. */
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asked, byTwo, lastApproval, second, third, twoAdmins } from "./testing/two-admins.ts";
import { admin, ama, kofi, openWorld } from "./testing/world.ts";

const make = { user: ama, level: "Admin", makesAdmin: true } as const;
const remove = { user: second, level: "Customer" } as const;
const fourth = "00000000-0000-4000-8000-00000000000d";

test("a lone admin makes the second one, whose sessions end first, and nobody is made one by the way", () => {
  const world = openWorld();
  expect(world.submit("change_level", { user: ama, level: "Admin" })).toEqual({
    code: "level_not_grantable",
  });
  expect(world.submit("change_level", make)).toMatchObject([
    { type: "sessions_ended", stream: `user/${ama}`, data: { session: null } },
    { type: "user_level_changed", data: { before: "Customer", after: "Admin" } },
  ]);
  expect(world.state.admins).toBe(2);
});

test("from the second admin on it takes another one to make an admin", () => {
  const world = twoAdmins();
  byTwo(world, "change_level", make);
  expect(world.events.slice(-2)).toMatchObject([
    { type: "sessions_ended" },
    { type: "user_level_changed", data: { after: "Admin", requested_by: admin } },
  ]);
});

const stops = [
  ["demote", "change_level", remove],
  ["ban", "change_status", { user: second, status: "Banned" }],
  ["delete", "delete_user", { user: second }],
] as const;
const threeAdmins = () => twoAdmins().given("register_user", { user: third, level: "Admin" }, "system");

test.each(stops)("of two admins, neither can %s the other; the command line can", (command, type, intent) => {
  const world = twoAdmins();
  expect(world.submit(type, intent)).toEqual({ code: "no_other_admin", command });
  world.given("change_correction_limit", { limit: 10_00 });
  expect(world.submit(type, intent)).toEqual({ code: "no_other_admin", command });
  expect(world.state.admins).toBe(2);
  world.given(type, intent, "system");
  expect(world.state.admins).toBe(1);
});

test.each(stops)("of three admins, one cannot %s another without the third", (_, type, intent) => {
  const world = threeAdmins();
  expect(world.submit(type, intent)).toMatchObject(asked);
  const approval = lastApproval(world);
  expect(world.submit("grant_approval", { approval })).toEqual({ code: "second_admin_needed" });
  expect(world.submit("grant_approval", { approval }, second)).toMatchObject({ code: "own_account" });
  expect(world.submit("decline_approval", { approval }, second)).toMatchObject({ code: "own_account" });
  expect(world.state.admins).toBe(3);
  expect(world.submit("grant_approval", { approval }, third)).toMatchObject([
    { type: "approval_granted" },
    { stream: `user/${second}`, actor: third, data: { requested_by: admin } },
  ]);
  expect(world.state.admins).toBe(2);
});

test.each(stops)("a request to %s is checked again when it is granted", (command, type, intent) => {
  const world = threeAdmins().given(type, intent);
  const approval = lastApproval(world);
  world.given("change_status", { user: admin, status: "Banned" }, "system");
  expect(world.submit("grant_approval", { approval }, third)).toEqual({ code: "no_other_admin", command });
  world.given("register_user", { user: fourth, level: "Admin" }, "system");
  expect(world.submit("grant_approval", { approval }, third)).toEqual({ code: "second_admin_needed" });
  expect(world.state.admins).toBe(3);
});

test("three admins who ask to ban each other in turn: the first approval decides, and the banned one counts no more", () => {
  const world = threeAdmins();
  const ban = (user: string, by: string) => {
    world.given("change_status", { user, status: "Banned" }, by);
    return { approval: lastApproval(world) };
  };
  const [ofSecond, ofThird, ofAdmin] = [ban(second, admin), ban(third, second), ban(admin, third)];
  world.given("grant_approval", ofSecond, third);
  expect(world.submit("grant_approval", ofThird, admin)).toMatchObject({ code: "no_other_admin" });
  expect(world.submit("grant_approval", ofAdmin, second)).toEqual({ code: "actor_banned" });
  expect(world.state.admins).toBe(2);
});

test("the end of an admin's ban gives rights back, so it takes two as well", () => {
  const world = threeAdmins().given("change_status", { user: second, status: "Banned" }, "system");
  const end = { user: second, status: "Active" } as const;
  expect(world.submit("change_status", end)).toMatchObject(asked);
  world.given("grant_approval", { approval: lastApproval(world) }, third);
  expect(world.state.admins).toBe(3);
  const lone = twoAdmins().given("change_status", { user: second, status: "Banned" }, "system");
  expect(lone.submit("change_status", end)).toEqual({ code: "no_other_admin", command: "unban" });
  expect(lone.submit("change_level", make)).toEqual({ code: "no_other_admin", command: "make" });
});

test("customers are banned, deleted and moved between levels by one admin", () => {
  const world = threeAdmins();
  world.given("change_level", { user: kofi, level: "Agent" });
  world.given("change_status", { user: kofi, status: "Banned" }).given("delete_user", { user: kofi });
  expect(world.state.accounts.get(kofi)?.deleted).toBe(true);
});

test("nobody asks for their own removal, nobody agrees to become an admin, and the last one stays", () => {
  const world = threeAdmins();
  expect(world.submit("change_level", { user: admin, level: "Customer" })).toEqual({ code: "own_account" });
  world.given("change_level", make);
  expect(world.submit("grant_approval", { approval: lastApproval(world) }, ama)).toEqual({
    code: "admin_only",
  });
  for (const user of [admin, third]) world.given("change_status", { user, status: "Banned" }, "system");
  expect(world.submit("change_status", { user: second, status: "Banned" }, "system")).toEqual({
    code: "last_admin",
  });
});

test("a request for another level than the present one grants nothing", () => {
  const world = twoAdmins().given("change_level", make);
  const approval = lastApproval(world);
  world.given("change_level", { user: ama, level: "Agent" }, second);
  expect(world.submit("grant_approval", { approval }, second)).toEqual({ code: "changed_meanwhile" });
});

test("whatever is asked in whatever order, an admin comes or goes only by two, and one always stays", () => {
  const people = [admin, second, third, ama, kofi];
  const step = fc.oneof(
    fc.record({
      type: fc.constant("change_level" as const),
      by: fc.constantFrom(...people),
      intent: fc.oneof(
        fc.record({
          user: fc.constantFrom(...people),
          level: fc.constant("Admin" as const),
          makesAdmin: fc.constant(true as const),
        }),
        fc.record({
          user: fc.constantFrom(...people),
          level: fc.constantFrom("Customer", "Agent" as const),
        }),
      ),
    }),
    fc.record({ type: fc.constant("grant" as const), by: fc.constantFrom(...people), which: fc.nat(5) }),
    fc.record({
      type: fc.constant("change_status" as const),
      by: fc.constantFrom(...people),
      intent: fc.record({
        user: fc.constantFrom(...people),
        status: fc.constantFrom("Banned", "Active" as const),
      }),
    }),
    fc.record({
      type: fc.constant("delete_user" as const),
      by: fc.constantFrom(...people),
      intent: fc.record({ user: fc.constantFrom(admin, second, third, kofi) }),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const world = threeAdmins();
      const admins = new Set([admin, second, third]);
      const before = world.events.length;
      for (const each of steps) {
        if (each.type !== "grant") world.submit(each.type, each.intent, each.by);
        else {
          const open = world.events.filter(({ type }) => type === "approval_requested");
          const one = open[each.which % Math.max(open.length, 1)];
          if (one)
            world.submit(
              "grant_approval",
              { approval: idOfStream(one.stream as Stream<"approval">) },
              each.by,
            );
        }
        expect(world.state.admins).toBeGreaterThan(0);
      }
      for (const { type, stream, data, actor } of world.events.slice(before)) {
        if (type !== "user_level_changed" && type !== "user_status_changed" && type !== "user_deleted")
          continue;
        const user = idOfStream(stream);
        const isToAdmin = type === "user_level_changed" && data.after === "Admin";
        if (!isToAdmin && !admins.has(user)) continue;
        if (isToAdmin) admins.add(user);
        else if (type === "user_level_changed") admins.delete(user);
        expect(data.requested_by).toBeDefined();
        expect([actor, user]).not.toContain(data.requested_by);
        expect(user).not.toBe(actor);
      }
    }),
  );
});
