import type { Stack } from "../stack.ts";

/** A mail in the stand-in's inbox. */
export type ReceivedMail = {
  id: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  at: string;
};

/** As long as other waits of tests: the stand-in's own half a minute is meant for a person. */
const WAIT_MS = 100_000;

/** Waits for the next mail to an address. @param after ISO time; earlier mails are ignored */
export async function nextMail(stack: Stack, to: string, after?: string): Promise<ReceivedMail> {
  const query = new URLSearchParams({ to, timeoutMs: String(WAIT_MS), ...(after ? { after } : {}) });
  const reply = await fetch(`${stack.urls.mail}/messages/wait?${query}`);
  if (!reply.ok) throw new Error(`no mail came to ${to}`);
  return (await reply.json()) as ReceivedMail;
}

/**
 * Waits for the next mail to an address with this subject; others, such as a late mail of an earlier step, may come
 * before it. @param after ISO time; earlier mails are ignored
 */
export async function nextMailAbout(stack: Stack, to: string, subject: string, after?: string): Promise<ReceivedMail> {
  const mail = await nextMail(stack, to, after);
  return mail.subject === subject ? mail : nextMailAbout(stack, to, subject, mail.at);
}

/** All mails to an address so far, newest first. */
export async function mailsTo(stack: Stack, to: string): Promise<ReceivedMail[]> {
  const reply = await fetch(`${stack.urls.mail}/messages?${new URLSearchParams({ to })}`);
  return (await reply.json()) as ReceivedMail[];
}

/** The verification code of the newest mail to an address. */
export async function codeFromMail(stack: Stack, to: string, after?: string): Promise<string> {
  const mail = await nextMail(stack, to, after);
  const code = /^([0-9A-Z]{6}) is your Tonle code$/.exec(mail.subject)?.[1];
  if (!code) throw new Error(`no code in "${mail.subject}"`);
  return code;
}
