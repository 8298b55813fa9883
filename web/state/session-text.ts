/** Messages for failures without a message of the API. Source: specification section 8. */
export const sessionText = {
  signUpFailed: "Error signing up",
  logInFailed: "Error logging in",
  forgotFailed: "Error sending reset password email",
  resetFailed: "Error resetting password",
  verifyFailed: "Error verifying email",
  resendFailed: "The code could not be sent. Please try again.",
  adminLogInFailed: "Error logging in",
  idle: (minutes: number) => `You were signed out after ${minutes} minutes without activity.`,
} as const;
