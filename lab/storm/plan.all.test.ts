import { expect, test } from "vitest";
import { faultKinds, planStorm } from "./faults.ts";

test("the same seed plans the same storm, and a different seed plans a different one", () => {
  const plan = planStorm(7, 50, faultKinds, 2);
  expect(planStorm(7, 50, faultKinds, 2)).toEqual(plan);
  expect(planStorm(8, 50, faultKinds, 2)).not.toEqual(plan);
  expect(planStorm(7, 10, faultKinds, 2)).toEqual(plan.slice(0, 10));
});

test("a storm has every kind of fault once before it repeats any", () => {
  const plan = planStorm(3, 2 * faultKinds.length, faultKinds, 2);
  for (const half of [plan.slice(0, faultKinds.length), plan.slice(faultKinds.length)])
    expect(half.map(({ kind }) => kind).toSorted()).toEqual([...faultKinds].toSorted());
});
