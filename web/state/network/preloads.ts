/**
 * The calls that the document has preloaded, so that the API answers them while the scripts are loading: see
 * `docs/decisions/062`. Each answer serves one request of the page, the first one.
 */

/** Answers that nobody has asked for until then are outdated, ms. */
const KEPT_MS = 10_000;

const answers = new Map<string, Promise<Response>>();
const arrivals = new WeakMap<Response, number>();
const sent = new Set<string>();
let areKept = false;

/**
 * Sends the calls of the document's preload links, which the browser answers with the preloaded responses. Their
 * credentials are those of the links: the cookie alone.
 */
export function takeOverPreloads(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')) send(href);
  setTimeout(dropPreloads, KEPT_MS);
}

/**
 * A copy of a preloaded answer, for a script that runs before the application. The application takes the answer itself.
 * @returns null without such a preload, and when the application has taken it
 */
export async function copyPreload(path: string): Promise<Response | null> {
  const link = document.querySelector<HTMLLinkElement>(`link[rel="preload"][as="fetch"][href="${path}"]`);
  if (!link) return null;
  return copyRead(path);
}

/** Sends a call that the application makes at first, for a script that runs before it and knows more than the document. */
export function beginRead(path: string): void {
  send(new URL(path, location.href).href);
}

/** As {@link beginRead}. @returns a copy of the answer; null when the application has taken it */
export async function copyRead(path: string): Promise<Response | null> {
  beginRead(path);
  const reply = await answers.get(new URL(path, location.href).href);
  return reply?.clone() ?? null;
}

function send(href: string): void {
  if (sent.has(href)) return;
  const reply = fetch(href, { credentials: "same-origin" }).then(read);
  // The request that takes the answer over gets the failure.
  reply.catch(() => {});
  sent.add(href);
  answers.set(href, reply);
  areKept = true;
}

/** Reads the body at once: the connection of an answer that nobody takes would stay open. */
async function read(reply: Response): Promise<Response> {
  const whole = new Response(await reply.arrayBuffer(), reply);
  arrivals.set(whole, Date.now());
  return whole;
}

/** When a preloaded answer arrived, by the local clock, epoch ms. */
export function arrivedAtMs(reply: Response): number | undefined {
  return arrivals.get(reply);
}

/** Whether answers were preloaded, and not removed since. */
export function hasPreloads(): boolean {
  return areKept;
}

/** Whether a preloaded answer waits for its request. */
export function isPreloaded(path: string): boolean {
  return answers.has(new URL(path, location.href).href);
}

/** Removes the preloaded answers: they belong to an earlier session. */
export function dropPreloads(): void {
  answers.clear();
  sent.clear();
  areKept = false;
}

/** Takes the preloaded answer of a request; null if there is none, or another request had it. */
export function takePreload(url: URL, { method = "GET", signal }: RequestInit = {}): Promise<Response> | null {
  const reply = answers.get(url.href);
  if (!reply || method !== "GET") return null;
  answers.delete(url.href);
  return signal ? Promise.race([reply, rejectedBy(signal)]) : reply;
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
