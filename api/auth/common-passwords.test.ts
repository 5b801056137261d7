import { expect, test } from "vitest";
import { passwordTexts } from "#contract/password-texts.ts";
import { demoLogins } from "#tools/demo/people.ts";
import { ApiError } from "../serve/errors.ts";
import { refuseCommonPassword } from "./common-passwords.ts";

const ama = { username: "ama_mensah", phone: "0245550101", email: "mensah.ama@example.com" };

function refusalOf(password: string): unknown {
  try {
    refuseCommonPassword("Kente Data", password, ama);
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? { status: error.status, ...error.answer } : error;
  }
}

test.each([
  "password",
  "PassWord",
  "password1",
  "Password2024!",
  "12345678",
  "qwertyuiop",
  "jesus123",
  "iloveyou",
  "aaaaaaaaaaaa",
  "ｐａｓｓｗｏｒｄ",
  "Cedibook1",
  "kente-data2026",
  "MTN-MoMo!",
])("the password %j is refused with a reason", (password) => {
  expect(refusalOf(password)).toEqual({
    status: 400,
    code: "password_common",
    message: passwordTexts.passwordCommon,
    fields: { password: passwordTexts.passwordCommon },
  });
});

test.each(["ama_mensah", "AMA_MENSAH1", "0245550101", "mensah.ama@example.com", "mensah.ama99"])(
  "the password %j is refused because it is the user's own name, number or address",
  (password) => {
    expect(refusalOf(password)).toMatchObject({
      code: "password_common",
      message: passwordTexts.passwordOwn,
    });
  },
);

test.each([
  "correct horse",
  "blue kente 4 sale",
  "Kwame-ate-9-plantains",
  "7f2e9c01b4",
  ...demoLogins.map((p) => p.password),
])("the password %j is accepted", (password) => {
  expect(refusalOf(password)).toBeUndefined();
});
