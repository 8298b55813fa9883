/** Texts of the mails about an identity. The subjects that a trader can turn off are in `contract/optional-mails-text.ts`. */
export const IDENTITY_MAIL_TEXT = {
  submitted: {
    subject: "Your ID card is under review",
    body: "An ID card was uploaded to your account. Our team reviews it, which typically takes 24-48 hours, and we will e-mail you the result.",
    link: "See its status",
  },
  verified: "Our team has checked your ID card. Your identity is verified.",
  rejected: {
    body: "Our team has checked your ID card and could not verify your identity with it.",
    clearer: "Please upload a clearer ID image",
    link: "Upload another image",
  },
  reopened: {
    subject: "Your identity must be verified again",
    body: "Our team has reopened your identity verification. Until it is done again, your account counts as not verified.",
    again: "Please make sure that the name in your profile is the one on your ID card, and upload the card again:",
  },
  reason: (reason: string) => `The reason: ${reason}`,
  profile: "See your profile",
} as const;
