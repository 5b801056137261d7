import { expect, test } from "vitest";
import { shopNameProblem, shopTitleProblem } from "./shop-names.ts";

const owner = "Cedibook";

test.each(["ama-data", "kofi24", "mtn-deals", "best-bundles-accra", "a1b"])(
  "%s can be a shop's name",
  (name) => {
    expect(shopNameProblem(name, owner)).toBeUndefined();
  },
);

test.each([
  "ab",
  "a".repeat(31),
  "Ama",
  "ama data",
  "-ama",
  "ama-",
  "ama--data",
  "ama.data",
  "am\u0430",
  "../x",
])("%j has the wrong form for a name", (name) => {
  expect(shopNameProblem(name, owner)).toContain("small letters");
});

test.each([
  "cedibook",
  "cedi-book",
  "ced1b00k",
  "cedlbook",
  "cediboook",
  "cedibook-accra",
  "my-cedi-b0ok",
  "admin",
  "shop-admin",
  "adm1n-ama",
  "official-ama",
  "supp0rt",
  "mtn",
  "m-t-n",
  "prices",
  "bank-of-ama",
])("%s is reserved, because it could be taken for somebody else", (name) => {
  expect(shopNameProblem(name, owner)).toContain("reserved");
});

test("a short name of the owner's is only reserved as a whole", () => {
  expect(shopNameProblem("kay", "Kay")).toContain("reserved");
  expect(shopNameProblem("okay-data", "Kay")).toBeUndefined();
});

test.each(["Ama's Data", "Kɔfi & Sons", "Best bundles!", "Adɔm Ɛnam 24"])("%s can be a title", (title) => {
  expect(shopTitleProblem(title, owner)).toBeUndefined();
});

test.each(["<b>Ama</b>", "Ama \u{1F381}", "C\u0435dibook", "Ama\u202e", "...", "Ama\u200b"])(
  "%j cannot be a title",
  (title) => {
    expect(shopTitleProblem(title, owner)).toContain("Use");
  },
);

test.each([
  "Cedibook",
  "CÉDIBOOK Accra",
  "C e d i b o o k",
  "Cedib\u0254\u0254k",
  "Official data",
  "MTN Support",
])("%s is reserved as a title", (title) => {
  expect(shopTitleProblem(title, owner)).toContain("reserved");
});
