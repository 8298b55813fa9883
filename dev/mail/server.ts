import { join } from "node:path";
import { answerControlError, ControlError, notFound } from "../stand-in/control.ts";
import { HttpOutage } from "../stand-in/http-outage.ts";
import { openStandIn, runStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import { readAfter, readWaitMs } from "../stand-in/waiting.ts";
import inboxPage from "./inbox.html";
import { Mailbox } from "./mailbox.ts";
import { oneClickUrl, postOneClick } from "./one-click.ts";
import { FAILURES, refuse, refuseBody, sendEmailBody } from "./resend-protocol.ts";

/** The API key of the local stack. */
export const MAIL_API_KEY = "re_local_mail_stand_in";

/**
 * Starts the local stand-in for the mail service: it accepts Resend's `POST /emails` and shows the mails in an inbox.
 *
 * Control: `GET /messages?to=&after=`, `GET /messages/wait?to=&after=&timeoutMs=` (waits for the oldest mail that
 * matches; 404 on timeout), `DELETE /messages`, `POST /messages/:id/unsubscribe` (presses a mail's "Unsubscribe"), `POST /outage {mode, seconds?}`.
 *
 * @param given.stateFile file for the mails; in memory without it
 * @param given.apiKey the only key that may send
 */
export function startMail(given: {
  port: number;
  stateFile?: string | undefined;
  apiKey?: string | undefined;
}): StandIn {
  const mailbox = new Mailbox(given.stateFile);
  const outage = new HttpOutage(FAILURES);
  const apiKey = given.apiKey ?? MAIL_API_KEY;

  async function sendEmail(request: Request): Promise<Response> {
    const failure = await outage.fail();
    if (failure) return failure;
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
    if (bearer === undefined) return refuse("missing_api_key");
    if (bearer !== apiKey) return refuse("invalid_api_key");
    const key = request.headers.get("Idempotency-Key");
    if (key !== null && (key.length < 1 || key.length > 256)) return refuse("invalid_idempotency_key");
    const body: unknown = await request.json().catch(() => undefined);
    const mail = sendEmailBody.safeParse(body);
    if (!mail.success) return refuseBody(body, mail.error);
    const id = mailbox.send(mail.data, key);
    return id === null ? refuse("invalid_idempotent_request") : Response.json({ id });
  }

  function listMessages(request: Request): Response {
    return Response.json(mailbox.list(readFilter(new URL(request.url).searchParams)));
  }

  function deleteMessages(): Response {
    mailbox.clear();
    return new Response(null, { status: 204 });
  }

  async function waitForMessage(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const found = await mailbox.wait(readFilter(searchParams), readWaitMs(searchParams));
    return found ? Response.json(found) : Response.json({ message: "No such mail came in time" }, { status: 404 });
  }

  async function unsubscribe(request: Bun.BunRequest<"/messages/:id/unsubscribe">): Promise<Response> {
    const found = mailbox.list({ to: null, after: null }).find(({ id }) => id === request.params.id);
    const url = found && oneClickUrl(found.headers);
    if (!url) throw new ControlError(404, "No such mail can be ended by one press");
    return Response.json({ status: await postOneClick(url) });
  }

  return openStandIn("mail", given.port, () =>
    Bun.serve({
      ...SERVE_OPTIONS,
      port: given.port,
      routes: {
        "/": inboxPage,
        "/emails": { POST: sendEmail },
        "/messages": { GET: listMessages, DELETE: deleteMessages },
        "/messages/wait": { GET: waitForMessage },
        "/messages/:id/unsubscribe": { POST: unsubscribe },
        "/outage": outage.route,
      },
      fetch: notFound,
      error: answerControlError,
    }),
  );
}

function readFilter(searchParams: URLSearchParams): { to: string | null; after: string | null } {
  return { to: searchParams.get("to"), after: readAfter(searchParams) };
}

if (import.meta.main) {
  await runStandIn("mail", ["key"], ({ port, dataDir, extra }) =>
    startMail({ port, stateFile: dataDir && join(dataDir, "mail.json"), apiKey: extra.key }),
  );
}
