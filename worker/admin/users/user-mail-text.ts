/** What the mails about an admin's changes to an account say. */
export const USER_MAIL_TEXT = {
  frozen: {
    subject: "Your Tonle account is frozen",
    frozen:
      "Our team has frozen your account. You can log in and see everything, but no money can be moved: no new deposits, and no withdrawals. Payments that you have already made will still be added to your balance.",
    write: "To find out more, write to us:",
    support: "Support",
  },
  unfrozen: {
    subject: "Your Tonle account is open again",
    unfrozen: "Your account is no longer frozen. You can deposit and withdraw as before.",
    account: "Your account",
  },
  roleChanged: {
    subject: { appointed: "There is a new admin at Tonle", removed: "An admin was removed at Tonle" },
    appointed: (by: string, email: string) =>
      `${by} has made ${email} an admin. They cannot decide about money until 24 hours have passed.`,
    removed: (by: string, email: string) => `${by} has removed ${email} as an admin.`,
    ifWrong: "If that is not right, talk to your colleagues at once. See the audit log:",
    auditLog: "Audit log",
  },
  newAdmin: {
    subject: "You are an admin at Tonle",
    appointed: (by: string) => `${by} has made you an admin, and you were signed out of every browser.`,
    secondFactor:
      "You log in as an admin with your password and a second factor. If you have no second factor yet, log in as before and turn it on in the settings first:",
    securitySettings: "Security settings",
    logIn: "Admin log-in",
  },
} as const;
