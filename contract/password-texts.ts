/** Of new passwords. Apart from the other texts, because the login page loads those. */
export const passwordTexts = {
  resetCodeSent: "If an account has this number, it gets a code by SMS. Please enter it below.",
  resetPhoneNeeded: "Please enter the phone number of your account",
  resetPhoneWrong: "Wrong phone number",
  noResetEmail: "This shop cannot send emails",
  noResetSms: "This shop cannot send SMS",
  helpLinkSent: "A link for a new password is on its way to the user's email",
  helpCodeMade: "Read this code out to the user",
  passwordCommon:
    "This password is one that many people use, so it would be guessed first. Please choose another.",
  passwordOwn: "Your name, number or email is too easy to guess as a password. Please choose another.",
  passwordChanged: "Your password has been changed. You have been signed out on all other devices.",
} as const;
