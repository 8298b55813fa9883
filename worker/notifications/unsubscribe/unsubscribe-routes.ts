import { Hono } from "hono";
import { BODY_BYTES_MAX } from "../../contract/limits.ts";
import { limitBody } from "../../platform/input.ts";
import { htmlPage } from "../../platform/request/security-headers.ts";
import type { AppContext, AppEnv } from "../../platform/scope.ts";
import { changeByLink, type LinkState, readLink } from "./unsubscribe.ts";
import { unsubscribePage } from "./unsubscribe-page.ts";

/**
 * The page by which a mail's reader ends such mails, under the address that mail programs post to as well (RFC 8058). A link proves
 * whose mails it is for, so no session counts, and a mail program of any origin may post. A GET changes nothing: programs that look at
 * links in mails open them.
 */
export const unsubscribeRoutes = new Hono<AppEnv>()
  .get("/", async (c) => answerPage(c, await readLink(c.get("scope"), tokenOf(c)), false))
  .post("/", limitBody(BODY_BYTES_MAX.json), async (c) => {
    const wanted = await wantedOf(c.req.raw);
    const scope = c.get("scope");
    const state = wanted ? await changeByLink(scope, tokenOf(c), wanted) : await readLink(scope, tokenOf(c));
    return answerPage(c, state, wanted?.isOn === true);
  });

function tokenOf(c: AppContext): string {
  return c.req.query("token") ?? "";
}

/** What a form wants: that of the page, or the one that mail programs send. Null for anything else, which changes nothing. */
async function wantedOf(request: Request): Promise<{ isOn: boolean } | null> {
  const form = await request.formData().catch(() => null);
  if (form?.get("action") === "again") return { isOn: true };
  return form?.get("action") === "stop" || form?.get("List-Unsubscribe") === "One-Click" ? { isOn: false } : null;
}

function answerPage(c: AppContext, state: LinkState | null, isResumed: boolean): Response {
  const nonce = crypto.randomUUID();
  const language = state?.language ?? c.get("scope").language;
  const html = unsubscribePage(state, { isResumed }, { token: tokenOf(c), language, nonce });
  return htmlPage(html, { nonce, status: state ? 200 : 404 });
}
