/** What follows from the declaration of a list. */
import { expect, test } from "vitest";
import { choiceFilter, declareList, fileColumns, passes } from "./list.ts";

interface Row {
  _id: string;
  state: "open" | "done";
  owner: string;
  name: string;
  amount: number;
  createdAt: string;
}

const list = declareList<Row>()({
  name: "rows",
  noun: "row",
  key: ({ _id }) => _id,
  path: "/row",
  sizes: [10],
  fields: {
    name: { title: "Name" },
    amount: { title: "Amount", kind: "cedis" },
    createdAt: { title: "Made", fileTitle: "Date", kind: "moment" },
    state: { title: "State", only: "table" },
    owner: { title: "Owner", only: "file", value: ({ owner }) => owner.toUpperCase() },
  },
  filters: { state: choiceFilter("state", "State", ["open", "done"]) },
  search: { placeholder: "Name", finds: (typed, { name }) => name.includes(typed) },
  days: ({ createdAt }) => createdAt,
  owned: { user: ({ owner }) => owner },
});

const row: Row = {
  _id: "1",
  state: "open",
  owner: "ama",
  name: "first",
  amount: 4.5,
  createdAt: "2026-11-21T10:42:00.000000Z",
};

test.each([
  [{}, true],
  [{ state: "open" }, true],
  [{ state: "done" }, false],
  [{ search: "irs" }, true],
  [{ search: "second" }, false],
  [{ user: "ama" }, true],
  [{ user: "kofi" }, false],
  [{ from: "2026-11-21", to: "2026-11-21" }, true],
  [{ from: "2026-11-22" }, false],
  [{ to: "2026-11-20" }, false],
  [{ state: "open", user: "kofi" }, false],
])("of a list that was asked for %j, the row is part: %s", (asked, isPart) => {
  expect(passes(list, asked, row)).toBe(isPart);
});

test("a search that only the server can answer finds no row on the page", () => {
  const { search: _, ...without } = list;
  expect(passes(without, { search: "first" }, row)).toBe(false);
});

test("the columns of a file follow from the fields, in their order", () => {
  const columns = fileColumns(list);
  expect(columns.map(([title, cell, kind]) => [title, cell(row), kind])).toEqual([
    ["Name", "first", undefined],
    ["Amount (GHS)", "4.50", "cedis"],
    ["Date", "21/11/2026 10:42", "moment"],
    ["Owner", "AMA", undefined],
  ]);
});
