/** Ends mails as mail programs do by one press. Source: RFC 8058 */

/** The link of a mail that can be ended by one press; null for any other mail. */
export function oneClickUrl(headers: Readonly<Record<string, string>>): string | null {
  const isOneClick = headers["List-Unsubscribe-Post"] === "List-Unsubscribe=One-Click";
  return (isOneClick && /<(https?:[^<>\s]+)>/.exec(headers["List-Unsubscribe"] ?? "")?.[1]) || null;
}

/** Posts to the link as a mail program does: the form of the RFC, without cookies, and a redirect is a failure. @returns the status */
export async function postOneClick(url: string): Promise<number> {
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  const { status } = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  return status;
}
