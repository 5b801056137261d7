import { expect, test, vi } from "vitest";
import { openCircuit } from "./circuit.ts";
import type { SendResult } from "./send-result.ts";

const result = (outcome: SendResult["outcome"]) => () => Promise.resolve({ result: { outcome, answer: "" } });

test("five failures in a row open the circuit, and a success in between resets the count", async () => {
  const circuit = openCircuit(60_000);
  for (let n = 0; n < 4; n++) await circuit.attempt(result("failed"));
  await circuit.attempt(result("sent"));
  for (let n = 0; n < 4; n++) await circuit.attempt(result("failed"));
  expect(await circuit.attempt(result("failed"))).not.toBe("open");
  let asked = 0;
  expect(await circuit.attempt(() => Promise.resolve({ asked: (asked += 1) }))).toBe("open");
  expect(asked).toBe(0);
});

test("a refusal is an answer and does not open the circuit", async () => {
  const circuit = openCircuit(60_000);
  for (let n = 0; n < 20; n++) expect(await circuit.attempt(result("refused"))).not.toBe("open");
});

test("messages that wait for an open circuit are retried one by one, none before the pause is over", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const circuit = openCircuit(5000);
    const pauses = () => Array.from({ length: 5000 }, () => circuit.pause_ms());
    expect(pauses()).toEqual(Array.from({ length: 5000 }, (_, n) => 5000 + n * 20));
    vi.advanceTimersByTime(60_000);
    // If others already wait, the next one comes after them.
    expect(circuit.pause_ms()).toBe(5000 + 5000 * 20 - 60_000);
    vi.advanceTimersByTime(60_000);
    expect(circuit.pause_ms()).toBe(5000);
  } finally {
    vi.useRealTimers();
  }
});
