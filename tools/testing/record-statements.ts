import pg from "pg";
import { vi } from "vitest";

export interface Statement {
  text: string;
  values: unknown[];
}

/** The statements that are sent on any connection of this process while a function runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return spy.mock.calls.map(([first, second]: unknown[]) => {
      if (typeof first === "string") return { text: first, values: Array.isArray(second) ? second : [] };
      const { text = "", values = [] } = first as Partial<Statement>;
      return { text, values };
    });
  } finally {
    spy.mockRestore();
  }
}
