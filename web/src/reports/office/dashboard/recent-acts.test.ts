import { expect, test } from "vitest";
import type { ActRecord } from "#contract/audit.ts";
import { actsInARow } from "./recent-acts.ts";

function act(position: number, actorId: string, kind: ActRecord["kind"]): ActRecord {
  return {
    _id: String(position),
    position,
    createdAt: "2026-11-23T10:00:00Z",
    date: "23/11/2026 10:00",
    kind,
    actorId,
    actor: actorId,
    requester: null,
    userId: null,
    user: null,
    product: null,
    changes: [],
    hash: "",
  };
}

test("equal acts of one admin in a row become one line with the newest, and others begin a new line", () => {
  const acts = [
    act(9, "kofi", "completed order"),
    act(8, "kofi", "completed order"),
    act(7, "esi", "completed order"),
    act(6, "kofi", "completed order"),
    act(5, "kofi", "notice"),
  ];
  expect(actsInARow(acts).map(({ last, count }) => [last.position, count])).toEqual([
    [9, 2],
    [7, 1],
    [6, 1],
    [5, 1],
  ]);
  expect(actsInARow([])).toEqual([]);
});
