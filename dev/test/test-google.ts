import type { Person } from "../google/people.ts";
import type { Stack } from "../stack.ts";
import { Client, type Reply } from "./test-client.ts";

/** Set-up for tests of signing in with Google; it answers the stand-in's consent page. */

let people = 0;

/** A person with a unique Google account. @param changes an `email` at gmail.com is one that Google hosts */
export function newGooglePerson(changes: Partial<Person> = {}): Person {
  people += 1;
  const unique = `${Date.now().toString(36)}${people}`;
  return {
    sub: `sub-${unique}`,
    email: `vanna.${unique}@gmail.com`,
    email_verified: true,
    given_name: "Vanna",
    family_name: "Sok",
    ...changes,
  };
}

/** Starts a sign-in with Google. @returns the query of the authorization request */
export async function goToGoogle(client: Client, query = ""): Promise<string> {
  const reply = await client.get(`/api/auth/google${query}`);
  if (reply.status !== 302) throw new Error(`not sent to Google: ${reply.status}`);
  return new URL(reply.headers.get("Location") ?? "").search;
}

/** Answers the consent page. @param person null refuses @returns path and query of the redirect to the product */
export async function consent(stack: Stack, query: string, person: Person | null): Promise<string> {
  const reply = await fetch(`${stack.urls.google}/consent`, {
    method: "POST",
    body: JSON.stringify({ query, ...(person ? { person } : {}) }),
  });
  if (!reply.ok) throw new Error(`no consent: ${await reply.text()}`);
  const { redirect } = (await reply.json()) as { redirect: string };
  const { origin, pathname, search } = new URL(redirect);
  if (origin !== stack.origin) throw new Error(`sent back to ${origin}`);
  return pathname + search;
}

/** Signs in with Google. @returns the final response and the page that it redirects to */
export async function signInWithGoogle(
  stack: Stack,
  person: Person | null,
  client = new Client(stack.origin),
): Promise<{ client: Client; reply: Reply; page: string }> {
  const reply = await client.get(await consent(stack, await goToGoogle(client), person));
  return { client, reply, page: pageOf(stack, reply) };
}

/** The path and query of the product's page that a response redirects to. */
export function pageOf(stack: Stack, reply: Reply): string {
  const target = new URL(reply.headers.get("Location") ?? "");
  if (target.origin !== stack.origin) throw new Error(`led to ${target.origin}`);
  return target.pathname + target.search;
}
