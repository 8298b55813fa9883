import type { z } from "zod";
import type { HttpOutage } from "../stand-in/http-outage.ts";
import {
  ACCOUNT_ID,
  accountBody,
  deeplinkBody,
  type FAILURES,
  md5Body,
  md5ListBody,
  refuse,
  refuseAtTheFront,
  renewTokenBody,
  succeed,
} from "./bakong-protocol.ts";
import type { BearerTokens } from "./bearer-token.ts";
import { readKhqr } from "./khqr-reading.ts";
import type { Payment, PaymentBook } from "./payment-book.ts";

type Service = {
  book: PaymentBook;
  tokens: BearerTokens;
  outage: HttpOutage<keyof typeof FAILURES>;
  /** The only address that may renew the token. */
  email: string;
  /** The existing accounts, or null when every well-formed account id exists. */
  accountIds: ReadonlySet<string> | null;
};

/** The calls of the Open API, by path. Which calls need the bearer token follows its document 1.0.2. */
export function openApiRoutes({ book, tokens, outage, email, accountIds }: Service) {
  const checkOne = ({ md5 }: { md5: string }): Response => {
    const payment = book.find(md5);
    if (!payment) return refuse("transaction_not_found");
    if (payment.isStatic) return refuse("static_qr");
    if (payment.outcome === "failed") return refuse("transaction_failed");
    return succeed("Getting transaction successfully.", payment.transaction);
  };

  const checkList = (md5s: string[]): Response => {
    if (outage.mode === "list-403") return refuseAtTheFront();
    return succeed(
      "Success",
      md5s.map((md5) => listItem(md5, book.find(md5))),
    );
  };

  const makeDeeplink = ({ qr }: { qr: string }, origin: string): Response => {
    try {
      readKhqr(qr);
    } catch {
      return refuse("deeplink_failed");
    }
    return succeed("Getting deep link successfully.", { shortLink: `${origin}/link/${book.link(qr)}` });
  };

  const checkAccount = ({ accountId }: { accountId: string }): Response => {
    if (!ACCOUNT_ID.test(accountId)) return refuse("account_invalid");
    if (accountIds && !accountIds.has(accountId)) return refuse("account_not_found");
    return succeed("Account ID exists", null);
  };

  const renewToken = async (body: { email: string }): Promise<Response> => {
    if (outage.mode === "no-renewal") return refuse("cannot_connect");
    if (body.email !== email) return refuse("not_registered");
    return succeed("Token has been issued", { token: await tokens.renew(email) });
  };

  const serve =
    <Body>(
      needs: { body: z.ZodType<Body>; bearer: boolean },
      respond: (body: Body, origin: string) => Response | Promise<Response>,
    ) =>
    async (request: Request): Promise<Response> => {
      const failure = await outage.fail();
      if (failure) return failure;
      const only = { renewed: outage.mode === "old-token" };
      if (needs.bearer && !(await tokens.accepts(request, only))) return refuse("unauthorized");
      const body = needs.body.safeParse(await request.json().catch(() => undefined));
      return body.success ? respond(body.data, new URL(request.url).origin) : refuse("missing_fields");
    };

  return {
    "/v1/check_transaction_by_md5": { POST: serve({ body: md5Body, bearer: true }, checkOne) },
    "/v1/check_transaction_by_md5_list": { POST: serve({ body: md5ListBody, bearer: true }, checkList) },
    "/v1/generate_deeplink_by_qr": { POST: serve({ body: deeplinkBody, bearer: false }, makeDeeplink) },
    "/v1/check_bakong_account": { POST: serve({ body: accountBody, bearer: true }, checkAccount) },
    "/v1/renew_token": { POST: serve({ body: renewTokenBody, bearer: false }, renewToken) },
  };
}

function listItem(md5: string, payment: Payment | undefined) {
  if (!payment) return { md5, status: "NOT_FOUND", message: "Transaction could not be found.", data: null };
  if (payment.isStatic) return { md5, status: "STATIC_QR", message: "Static QR code is not supported.", data: null };
  if (payment.outcome === "failed") return { md5, status: "FAILED", message: "Transaction failed.", data: null };
  return { md5, status: "SUCCESS", message: "Success", data: payment.transaction };
}
