import { PASSWORD } from "../contract/limits.ts";

/**
 * Answers about sign-up, log-in and the safety of an account. Source: specification section 8, where it has
 * the message.
 */
export const AUTH_TEXT = {
  signedUp: "Account created successfully! Please check your email to verify your account.",
  verified: "Email verified successfully!",
  codeSent: "A new code is on its way.",
  loggedIn: "Logged in",
  enterCode: "Enter the code from your authenticator app.",
  resetSent: "If an account exists for this email, you will receive a password reset link shortly.",
  passwordReset: "Password reset successfully! You can now login with your new password.",
  passwordChanged: "Password changed. Every other browser was signed out.",
  twoFactorOn: "Two-factor authentication is on.",
  twoFactorOff: "Two-factor authentication is off.",
  themeSaved: "Theme saved",

  proofNeeded: "Many accounts are being created at this moment. Please try again.",

  notVerified: "Verify your e-mail address first. We have sent you a code.",
  signUpExpired: "Your sign-up has expired. Log in to get a new code.",
  logInTooSlow: "Your log-in took too long. Please log in again.",
  deadResetLink: "This reset link is invalid or has expired. Request a new one.",

  sixDigits: "code must be six digits",
  enterPassword: "Enter your password to continue",
  notYourPassword: "This is not your password",
  notCurrentPassword: "This is not your current password",
  samePassword: "Choose a password that is not the current one",
  passwordTooShort: `Use ${PASSWORD.codePointsMin} characters or more`,
  passwordTooLong: `Use at most ${PASSWORD.codePointsMax} characters`,
  passwordTooCommon: "This password is too common. Choose another.",
  passwordEasyToGuess: "This password is easy to guess from your name or e-mail. Choose another.",

  keyGone: "This key is too old or was replaced by another one. Please start again.",
  twoFactorAlreadyOn: "Two-factor authentication is already on",
  twoFactorAlreadyOff: "Two-factor authentication is already off",
  adminKeepsTwoFactor: "An admin's account always has a second factor",
} as const;
