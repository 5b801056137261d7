import { expect, test } from "vitest";
import { DoubleClock } from "./clock.ts";

test("tasks run in the order of their times, also those that a task adds", async () => {
  const clock = new DoubleClock(0);
  const ran: string[] = [];
  const note = (name: string) => () => void ran.push(`${name} ${clock.now_ms}`);
  clock.at(20, note("second"));
  clock.at(10, () => {
    note("first")();
    clock.at(15, note("between"));
  });
  clock.at(20, note("third"));
  const cancel = clock.at(12, note("cancelled"));
  clock.at(31, note("later"));
  cancel();
  await clock.advance(30);
  expect(ran).toEqual(["first 10", "between 15", "second 20", "third 20"]);
  expect(clock.now_ms).toBe(30);
});

test("advance finishes work before time moves on, and pass does not", async () => {
  const clock = new DoubleClock(0);
  const seen: number[] = [];
  const work = async () => {
    await new Promise(setImmediate);
    seen.push(clock.now_ms);
  };
  clock.at(10, () => clock.during(work()));
  clock.at(20, () => clock.during(work()));
  await clock.advance(30);
  expect(seen).toEqual([10, 20]);
  clock.at(40, () => clock.during(work()));
  clock.pass(30);
  expect(seen).toHaveLength(2);
  await clock.idle();
  expect(seen).toEqual([10, 20, 60]);
});
