/** Answers of the API about identities. */
export const IDENTITY_TEXT = {
  alreadyVerified: "Your identity is already verified",
  decided: (name: string, status: "verified" | "rejected") => `${name} has already ${status} this identity`,
  changed: "The trader has sent another image or changed their name since you opened it. Refresh to see it.",
  notReopenable: "Only a verified identity can be reopened. Refresh to see this one.",
  cardNotCorrectable:
    "Only the card of a verified identity that has its picture can be corrected. Refresh to see this one.",
  cardCorrected: "A colleague has written what the card says since you opened it. Refresh to see it.",
  /** Why an ID card was rejected, for the trader. */
  reasons: {
    not_accepted: "This document is not accepted. Please upload a national ID card or a passport.",
    expired: "This document has expired. Please upload one that is valid.",
    name_differs:
      "The name on the document is not the name of your account. Correct your Full Name, or upload your own ID.",
  },
} as const;
