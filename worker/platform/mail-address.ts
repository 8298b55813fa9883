/** An e-mail address as it was typed, trimmed and in lower case, and the one spelling of its mailbox. */
export type MailAddress = { typed: string; mailbox: string };

/**
 * The one spelling of the mailbox of an address. A domain with letters outside of ASCII has two: its own, and the one
 * that mail servers use (`xn--bcher-kva.example` for `bücher.example`), which counts here.
 *
 * @param email normalised (`profile/person-rules.ts`)
 * @returns the address as it is where its domain is no valid host name: no mail reaches it
 * Source: URL standard, "host parsing", which has the mapping of Unicode's UTS 46
 */
export function mailboxOf(email: string): string {
  const [local, domain = ""] = email.split("@");
  const isPlain = /^[!-~]*$/.test(domain) && !/(?:^|\.)xn--/.test(domain);
  // In an address of the web these would end or decode the host.
  if (isPlain || /[/?#%\\@:]/.test(domain)) return email;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${local}@${new URL(address).hostname}` : email;
}
