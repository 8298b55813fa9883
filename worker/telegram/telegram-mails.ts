import { joinLanguages } from "../contract/translated.ts";
import {
  compose,
  composeContent,
  HELLO,
  ifNotYou,
  type Mail,
  type MailContent,
} from "../platform/mail/compose-mail.ts";
import { TELEGRAM_MAIL_TEXT as khmer } from "./telegram-mail-text.km.ts";
import { TELEGRAM_MAIL_TEXT as english } from "./telegram-mail-text.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** The mail about a chat that now gets a person's notifications. @param name as Telegram says it */
export function chatLinkedMail(to: string, appOrigin: string, name: string): Mail {
  const parts = [HELLO, TEXT.linked(name), TEXT.notYours, ownNotifications(appOrigin), ...ifNotYou(appOrigin)];
  return compose(to, TEXT.linkedSubject, parts, "telegram_linked");
}

/** The mail to a person whose chat now belongs to another account. */
export function chatTakenContent(appOrigin: string): MailContent {
  return composeContent(TEXT.takenSubject, [HELLO, TEXT.taken, ownNotifications(appOrigin)]);
}

const ownNotifications = (appOrigin: string) => ({ link: `${appOrigin}/notifications`, text: TEXT.open });
