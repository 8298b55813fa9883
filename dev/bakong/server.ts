import { join } from "node:path";
import { z } from "zod";
import { answerControlError, ControlError, notFound, readControl } from "../stand-in/control.ts";
import { HttpOutage } from "../stand-in/http-outage.ts";
import { openStandIn, runStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import { FAILURES } from "./bakong-protocol.ts";
import bankPage from "./bank.html";
import { BearerTokens } from "./bearer-token.ts";
import { type KhqrReading, readKhqr } from "./khqr-reading.ts";
import { openApiRoutes } from "./open-api.ts";
import { PaymentBook, payer } from "./payment-book.ts";

/** The token and the account address that the service accepts when its options name no others. */
export const BAKONG_DEFAULTS = { token: "local-bakong-token", email: "payments@tonle.example" } as const;

const payBody = payer.extend({ qr: z.string() });
const qrBody = z.strictObject({ qr: z.string() });

/**
 * Starts the local stand-in for the payment network: the Bakong Open API for the product and a banking app for the
 * payer.
 *
 * Control: `POST /pay {qr, amount?, currency?, outcome?, createdDateMs?, again?}` -> the payment, `POST /decode {qr}`,
 * `GET /payments` (newest first), `POST /outage {mode, seconds?}`.
 *
 * @param given.stateFile file for payments, links and the token key; in memory without it
 * @param given.token the bearer token that is accepted besides renewed ones
 * @param given.email the address that may renew its token
 * @param given.accountIds the existing accounts; without it every well-formed account id exists
 */
export function startBakong(given: {
  port: number;
  stateFile?: string | undefined;
  token?: string | undefined;
  email?: string | undefined;
  accountIds?: readonly string[] | undefined;
}): StandIn {
  const book = new PaymentBook(given.stateFile);
  const outage = new HttpOutage(FAILURES);
  const service = {
    book,
    outage,
    tokens: new BearerTokens(given.token ?? BAKONG_DEFAULTS.token, book.tokenSecret),
    email: given.email ?? BAKONG_DEFAULTS.email,
    accountIds: given.accountIds ? new Set(given.accountIds) : null,
  };

  async function pay(request: Request): Promise<Response> {
    const { qr, ...payerChoices } = await readControl(request, payBody);
    const { transaction, ...payment } = book.pay(readCode(qr), payerChoices);
    return Response.json({ ...payment, ...transaction });
  }

  async function decode(request: Request): Promise<Response> {
    const code = readCode((await readControl(request, qrBody)).qr);
    return Response.json({ ...code, isPaid: book.find(code.md5)?.outcome === "paid" });
  }

  function followLink(request: Bun.BunRequest<"/link/:id">): Response {
    const qr = book.followLink(request.params.id);
    return qr === undefined ? notFound() : redirect(`/pay?${new URLSearchParams({ qr })}`);
  }

  function listPayments(): Response {
    return Response.json(book.list());
  }

  return openStandIn("bakong", given.port, () =>
    Bun.serve({
      ...SERVE_OPTIONS,
      port: given.port,
      routes: {
        "/": bankPage,
        "/pay": { GET: openApp, POST: pay },
        "/app": bankPage,
        "/link/:id": { GET: followLink },
        "/decode": { POST: decode },
        "/payments": { GET: listPayments },
        "/outage": outage.route,
        ...openApiRoutes(service),
      },
      fetch: notFound,
      error: answerControlError,
    }),
  );
}

function openApp(request: Request): Response {
  return redirect(`/app${new URL(request.url).search}`);
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { Location: location } });
}

function readCode(qr: string): KhqrReading {
  try {
    return readKhqr(qr.trim());
  } catch (error) {
    throw new ControlError(422, error instanceof Error ? error.message : "This is not a valid KHQR code");
  }
}

if (import.meta.main) {
  await runStandIn("bakong", ["token", "email"], ({ port, dataDir, extra }) =>
    startBakong({ port, stateFile: dataDir && join(dataDir, "bakong.json"), token: extra.token, email: extra.email }),
  );
}
