/** Accounts that were made without an email, such as the first admin's, have one that reaches nobody. */
const ending = "@localhost.invalid";

export function placeholderEmail(name: string): string {
  return name + ending;
}

export function isPlaceholder(email: string): boolean {
  return email.endsWith(ending);
}
