/**
 * The subjects of the mails that a trader can turn off: those that are neither about account security nor about a
 * decision on money. The settings list them. Source: design section 6, "Settings"
 */
export const OPTIONAL_MAILS = {
  identityVerified: "Your identity is verified",
  identityRejected: "Your ID card could not be accepted",
} as const;
