import { expect, test } from "vitest";
import { oneAtATime } from "./tasks.ts";

test("whoever asks meanwhile shares one more run, which begins after the first", async () => {
  const ends: (() => void)[] = [];
  const run = oneAtATime(() => new Promise((resolve) => ends.push(resolve)));
  const first = run();
  const [second, third] = [run(), run()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(ends).toHaveLength(2);
});

test("a run that fails does not keep the next one from running", async () => {
  let runs = 0;
  const run = oneAtATime(() => (++runs === 1 ? Promise.reject(new Error("no")) : Promise.resolve()));
  const [first, second] = [run(), run()];
  await expect(first).rejects.toThrow("no");
  await second;
  await run();
  expect(runs).toBe(3);
});
