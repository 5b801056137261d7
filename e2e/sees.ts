/** What a user sees: an assertion that waits until the page shows it, because a page may draw a moment later. */
import type { Locator } from "playwright-core";
import { type Assertion, expect } from "vitest";

/**
 * `await sees(dialog).hasCount(1)` reads again until the value is right. That something is absent is true before the
 * page has done anything, so first wait for what the page shows together with the absence.
 */
export function sees(locator: Locator, message = "") {
  const poll = <T>(read: () => Promise<T>): Assertion<Promise<void>, T> => expect.poll(read, { message });
  return {
    count: () => poll(() => locator.count()),
    hasCount: (count: number) => poll(() => locator.count()).toBe(count),
    isVisible: () => poll(() => locator.isVisible()),
    isDisabled: () => poll(() => locator.isDisabled()),
    isEditable: () => poll(() => locator.isEditable()),
    isChecked: () => poll(() => locator.isChecked()),
    innerText: () => poll(() => locator.innerText()),
    allInnerTexts: () => poll(() => locator.allInnerTexts()),
    allTextContents: () => poll(() => locator.allTextContents()),
    textContent: () => poll(() => locator.textContent()),
    inputValue: () => poll(() => locator.inputValue()),
    getAttribute: (name: string) => poll(() => locator.getAttribute(name)),
    boundingBox: () => poll(() => locator.boundingBox()),
  };
}

/**
 * There is none now, and a notice that goes away by itself would be one. Only right after the page has shown what it shows
 * at the same time.
 */
export async function seesNone(locator: Locator): Promise<void> {
  const found = await locator.count();
  expect(found, `there is none of ${String(locator)}`).toBe(0);
}
