import { OPTIONAL_MAILS } from "../contract/optional-mails-text.ts";
import { compose, HELLO, ifNotYou, type Mail } from "../platform/compose-mail.ts";

/** The mails about an identity. An ID card may show anything, so they quote nothing from it. */

/** The mail about an uploaded ID card. */
export function identitySubmittedMail(to: string, appOrigin: string): Mail {
  return compose(to, "Your ID card is under review", [
    HELLO,
    "An ID card was uploaded to your account. Our team reviews it, which typically takes 24-48 hours, and we will e-mail you the result.",
    { link: `${appOrigin}/profile`, text: "See its status" },
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a verified identity. */
export function identityVerifiedMail(to: string, appOrigin: string): Mail {
  return compose(to, OPTIONAL_MAILS.identityVerified, [
    HELLO,
    "Our team has checked your ID card. Your identity is verified.",
    { link: `${appOrigin}/profile`, text: "See your profile" },
  ]);
}

/** The mail about a rejected ID card. @param reason text for the trader, or null to ask for a clearer image */
export function identityRejectedMail(to: string, appOrigin: string, reason: string | null): Mail {
  return compose(to, OPTIONAL_MAILS.identityRejected, [
    HELLO,
    "Our team has checked your ID card and could not verify your identity with it.",
    `The reason: ${reason ?? "Please upload a clearer ID image"}`,
    { link: `${appOrigin}/profile`, text: "Upload another image" },
  ]);
}

/** The mail about an identity that must be verified again. @param reason the admin's text */
export function identityReopenedMail(to: string, appOrigin: string, reason: string): Mail {
  return compose(to, "Your identity must be verified again", [
    HELLO,
    "Our team has reopened your identity verification. Until it is done again, your account counts as not verified.",
    `The reason: ${reason}`,
    "Please make sure that the name in your profile is the one on your ID card, and upload the card again:",
    { link: `${appOrigin}/profile`, text: "See your profile" },
  ]);
}
