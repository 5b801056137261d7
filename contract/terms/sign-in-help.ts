/** How support helps a user who cannot sign in: a link by email, or a code that an admin reads out. */
export const signInHelps = ["link", "code"] as const;
export type SignInHelp = (typeof signInHelps)[number];

/** As the log and the list of acts name it. */
export const signInHelpFields: Record<SignInHelp, string> = {
  link: "link for a new password sent",
  code: "code for a new password read out",
};

/** Undefined if these fields of a profile are about something else. */
export function signInHelpIn(fields: string[]): SignInHelp | undefined {
  return signInHelps.find((way) => fields.includes(signInHelpFields[way]));
}
