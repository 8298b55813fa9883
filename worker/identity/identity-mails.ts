import { OPTIONAL_MAILS as khmerSubjects } from "../contract/optional-mails-text.km.ts";
import { OPTIONAL_MAILS as englishSubjects } from "../contract/optional-mails-text.ts";
import { joinLanguages, type Said } from "../contract/translated.ts";
import { compose, HELLO, ifNotYou, type Mail } from "../platform/mail/compose-mail.ts";
import { IDENTITY_MAIL_TEXT as khmer } from "./identity-mail-text.km.ts";
import { IDENTITY_MAIL_TEXT as english } from "./identity-mail-text.ts";

const OPTIONAL_MAILS = joinLanguages({ en: englishSubjects, km: khmerSubjects });
const TEXT = joinLanguages({ en: english, km: khmer });

/** The mails about an identity. An ID card may show anything, so they quote nothing from it. */

/** The mail about an uploaded ID card. */
export function identitySubmittedMail(to: string, appOrigin: string): Mail {
  return compose(to, TEXT.submitted.subject, [
    HELLO,
    TEXT.submitted.body,
    { link: `${appOrigin}/profile`, text: TEXT.submitted.link },
    ...ifNotYou(appOrigin),
  ]);
}

/** The mail about a verified identity. */
export function identityVerifiedMail(to: string, appOrigin: string): Mail {
  return compose(
    to,
    OPTIONAL_MAILS.identityVerified,
    [HELLO, TEXT.verified, { link: `${appOrigin}/profile`, text: TEXT.profile }],
    "identity_verified",
  );
}

/** The mail about a rejected ID card. @param reason text for the trader, or null to ask for a clearer image */
export function identityRejectedMail(to: string, appOrigin: string, reason: Said | null): Mail {
  return compose(
    to,
    OPTIONAL_MAILS.identityRejected,
    [
      HELLO,
      TEXT.rejected.body,
      TEXT.reason(reason ?? TEXT.rejected.clearer),
      { link: `${appOrigin}/profile`, text: TEXT.rejected.link },
    ],
    "identity_rejected",
  );
}

/** The mail about an identity that must be verified again. @param reason the admin's text */
export function identityReopenedMail(to: string, appOrigin: string, reason: string): Mail {
  return compose(
    to,
    TEXT.reopened.subject,
    [
      HELLO,
      TEXT.reopened.body,
      TEXT.reason(reason),
      TEXT.reopened.again,
      { link: `${appOrigin}/profile`, text: TEXT.profile },
    ],
    "identity_reopened",
  );
}
