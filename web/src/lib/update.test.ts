import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { takeOver } from "./update.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A service worker that was installed, and what happens to the page. */
function open(state: ServiceWorkerState) {
  const worker = Object.assign(new EventTarget(), { state, postMessage: vi.fn<(message: object) => void>() });
  const reload = vi.fn<() => void>();
  takeOver(worker as unknown as ServiceWorker, reload);
  const become = (next: ServiceWorkerState) => {
    worker.state = next;
    worker.dispatchEvent(new Event("statechange"));
  };
  return { worker, reload, become };
}

test("a version that waits is told to take over, and the page loads once, when it has", () => {
  const { worker, reload, become } = open("installed");
  expect(worker.postMessage).toHaveBeenCalledWith({ type: "SKIP_WAITING" });
  become("activating");
  expect(reload).not.toHaveBeenCalled();
  become("activated");
  vi.runAllTimers();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page whose old version still waits for a request loads after three seconds", () => {
  const { reload } = open("installed");
  vi.advanceTimersByTime(2999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
});

test("a version that is active already only loads the page", () => {
  const { worker, reload } = open("activated");
  expect(reload).toHaveBeenCalledOnce();
  expect(worker.postMessage).not.toHaveBeenCalled();
});
