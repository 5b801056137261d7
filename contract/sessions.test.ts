import { expect, test } from "vitest";
import * as v from "valibot";
import { changePasswordForm } from "./sessions.ts";

function messages(form: object) {
  const { issues } = v.safeParse(changePasswordForm, form);
  return issues && v.flatten(issues).nested;
}

test("a changed password has to be repeated", () => {
  const form = { currentPassword: "the old one", newPassword: "the new one", confirmPassword: "the new one" };
  expect(v.is(changePasswordForm, form)).toBe(true);
  expect(messages({ ...form, confirmPassword: "the new on" })).toEqual({
    confirmPassword: ["Passwords do not match"],
  });
  expect(messages({ ...form, currentPassword: "" })).toMatchObject({
    currentPassword: ["All fields are required"],
  });
});
