import type { Person } from "../google/people.ts";
import type { Stack } from "../stack.ts";
import { Client, type Reply } from "./test-client.ts";

/** How tests sign in with Google: the stand-in's page is answered for them. */

let people = 0;

/** Somebody at Google whom nobody else in the run is. @param changes `email` @gmail.com is one that Google runs */
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

/** Sends a browser to Google. @returns the question that the provider's page is asked */
export async function goToGoogle(client: Client, query = ""): Promise<string> {
  const reply = await client.get(`/api/auth/google${query}`);
  if (reply.status !== 302) throw new Error(`not sent to Google: ${reply.status}`);
  return new URL(reply.headers.get("Location") ?? "").search;
}

/** Answers the page. @param person null for a no @returns the path and query that the browser comes back with */
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

/** The whole way there and back. @returns the last answer and the page it leads to */
export async function signInWithGoogle(
  stack: Stack,
  person: Person | null,
  client = new Client(stack.origin),
): Promise<{ client: Client; reply: Reply; page: string }> {
  const reply = await client.get(await consent(stack, await goToGoogle(client), person));
  return { client, reply, page: pageOf(stack, reply) };
}

/** The page of the product that an answer leads to. */
export function pageOf(stack: Stack, reply: Reply): string {
  const place = new URL(reply.headers.get("Location") ?? "");
  if (place.origin !== stack.origin) throw new Error(`led to ${place.origin}`);
  return place.pathname + place.search;
}
