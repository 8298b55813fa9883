import { z } from "zod";
import { answerControlError, notFound, readControl } from "../stand-in/control.ts";
import { answerWithPage, HttpOutage } from "../stand-in/http-outage.ts";
import { openStandIn, SERVE_OPTIONS, type StandIn } from "../stand-in/stand-in.ts";
import consentPage from "./consent.html";
import { BadRequest, type Client, Codes, newSigner, readAuthorization, redirectTo, TOKEN_FAULTS } from "./openid.ts";
import { PEOPLE, personBody } from "./people.ts";

/** A refused consent has no person. */
const consentBody = z.strictObject({ query: z.string(), person: personBody.optional() });

/** The call succeeds, but returns an invalid or incomplete token. */
const wrongToken = () => null;
const FAILURES = {
  refuse: () => Response.json({ error: "server_error" }, { status: 500 }),
  hang: "hold",
  html: answerWithPage,
  wrong_nonce: wrongToken,
  wrong_issuer: wrongToken,
  wrong_audience: wrongToken,
  wrong_key: wrongToken,
  expired: wrongToken,
  signed_in_minutes_ago: wrongToken,
  signed_in_long_ago: wrongToken,
  no_auth_time: wrongToken,
} as const;

/**
 * Starts the local stand-in for Google's sign-in: OpenID Connect with the authorization code flow and PKCE.
 * `GET /authorize` is the page where a person chooses an identity. The product uses `POST /token` and `GET /certs`;
 * `GET /.well-known/openid-configuration` exists for inspection.
 *
 * Control: `GET /people`, `POST /consent {query, person?}` (sent by the page; returns the URL to go back to; without a
 * person the consent is refused), `POST /outage {mode, seconds?}`: a failure of the token and key calls, or a fault of
 * the next tokens.
 */
export async function startGoogle(given: {
  port: number;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  redirectUri: string;
}): Promise<StandIn> {
  const { port, clientId = "local-google-client", clientSecret = "local-google-secret", redirectUri } = given;
  const client: Client = { clientId, clientSecret, redirectUri };
  const codes = new Codes();
  const outage = new HttpOutage<keyof typeof FAILURES>(FAILURES);
  let issuer = "";
  const { keys, sign } = await newSigner(() => issuer, clientId);

  async function consent(request: Request): Promise<Response> {
    const { query, person } = await readControl(request, consentBody);
    const authorization = readAuthorization(new URLSearchParams(query), client);
    const answer = person ? { code: codes.issue(authorization, person) } : { error: "access_denied" };
    return Response.json({ redirect: redirectTo(authorization, answer) });
  }

  async function token(request: Request): Promise<Response> {
    const failure = await outage.fail();
    if (failure) return failure;
    const { authorization, person } = codes.take(request, new URLSearchParams(await request.text()), client);
    const fault = TOKEN_FAULTS.find((name) => name === outage.mode) ?? null;
    const id_token = await sign(authorization, person, fault);
    return Response.json({ access_token: "unused", token_type: "Bearer", expires_in: 3_600, id_token });
  }

  function answerError(error: Error): Response {
    if (!(error instanceof BadRequest)) return answerControlError(error);
    const status = error.error === "invalid_client" ? 401 : 400;
    return Response.json({ error: error.error, error_description: error.message, message: error.message }, { status });
  }

  const standIn = openStandIn("google", port, () =>
    Bun.serve({
      ...SERVE_OPTIONS,
      port,
      routes: {
        "/": consentPage,
        "/authorize": consentPage,
        "/people": () => Response.json(PEOPLE),
        "/consent": { POST: consent },
        "/token": { POST: token },
        "/certs": async () => (await outage.fail()) ?? Response.json(keys),
        "/.well-known/openid-configuration": () =>
          Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/certs`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            code_challenge_methods_supported: ["S256"],
            scopes_supported: ["openid", "email", "profile"],
          }),
        "/outage": outage.route,
      },
      fetch: notFound,
      error: answerError,
    }),
  );
  issuer = standIn.url;
  return standIn;
}
