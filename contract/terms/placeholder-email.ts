/** The name of an admin whom a command made by phone number alone. Nobody chose it. */
export function placeholderName(phone: string): string {
  return `admin-${phone}`;
}

/** Accounts that were made without an email, such as the first admin's, have one that reaches nobody. */
const ending = "@localhost.invalid";

export function placeholderEmail(name: string): string {
  return name + ending;
}

export function isPlaceholder(email: string): boolean {
  return email.endsWith(ending);
}
