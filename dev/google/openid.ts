import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { z } from "zod";
import type { Person } from "./people.ts";

/**
 * A valid authorization request.
 *
 * @property wantsAuthTime whether the identity token must contain the time at which the person signed in to Google
 */
export type AuthorizationRequest = {
  redirectUri: string;
  state: string;
  nonce: string | undefined;
  challenge: string;
  wantsAuthTime: boolean;
};

/** An invalid request of the product; `error` and message appear in the provider's page or response. */
export class BadRequest extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** Faults of identity tokens: invalid or incomplete. */
export const TOKEN_FAULTS = [
  "wrong_nonce",
  "wrong_issuer",
  "wrong_audience",
  "wrong_key",
  "expired",
  "signed_in_minutes_ago",
  "signed_in_long_ago",
  "no_auth_time",
] as const;
/** The name of a token fault. */
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** Age of the person's session at Google, in seconds. Without such a fault it is 0: the consent page is a log-in. */
const SIGNED_IN_AGO_S: Partial<Record<TokenFault, number>> = {
  signed_in_minutes_ago: 600,
  signed_in_long_ago: 30 * 86_400,
};

const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_S = 3_600;

/** The registered client of the provider: the product. */
export type Client = { clientId: string; clientSecret: string; redirectUri: string };

/**
 * Reads an authorization request.
 *
 * @throws BadRequest when it violates OpenID Connect with PKCE or belongs to another client
 */
export function readAuthorization(query: URLSearchParams, client: Client): AuthorizationRequest {
  const must = (name: string, required: string) => {
    if (query.get(name) !== required) throw new BadRequest("invalid_request", `${name} must be ${required}`);
  };
  must("client_id", client.clientId);
  must("redirect_uri", client.redirectUri);
  must("response_type", "code");
  must("code_challenge_method", "S256");
  if (!query.get("scope")?.split(" ").includes("openid")) throw new BadRequest("invalid_scope", "scope lacks openid");
  const [state, challenge] = [query.get("state"), query.get("code_challenge")];
  if (!state || !challenge) throw new BadRequest("invalid_request", "state and code_challenge are required");
  return {
    redirectUri: client.redirectUri,
    state,
    nonce: query.get("nonce") ?? undefined,
    challenge,
    wantsAuthTime: asksForAuthTime(query.get("claims")),
  };
}

/**
 * Google returns `auth_time` when a request names it in `claims`, if the operator has enabled session age claims for a
 * verified app. It never re-authenticates on request: it does not support `max_age` and `prompt=login`.
 */
function asksForAuthTime(claims: string | null): boolean {
  const parsed = requestedClaims.safeParse(claims ?? "{}");
  if (!parsed.success) throw new BadRequest("invalid_request", "claims must be a JSON object");
  return parsed.data.id_token?.auth_time !== undefined;
}

const requestedClaims = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(z.object({ id_token: z.object({ auth_time: z.unknown() }).optional() }));

/** The URL that the browser returns to. */
export function redirectTo({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ state, ...answer })) url.searchParams.set(name, value);
  return url.href;
}

/** Authorization codes that were issued and not used yet, each for one person and one request. */
export class Codes {
  readonly #issued = new Map<string, { authorization: AuthorizationRequest; person: Person; atMs: number }>();

  /** Issues a code, valid for a minute. */
  issue(authorization: AuthorizationRequest, person: Person): string {
    const code = randomBytes(24).toString("base64url");
    this.#issued.set(code, { authorization, person, atMs: Date.now() });
    return code;
  }

  /**
   * Exchanges a code, once.
   *
   * @throws BadRequest `invalid_client` | `invalid_grant` | `unsupported_grant_type`
   */
  take(
    request: Request,
    body: URLSearchParams,
    client: Client,
  ): { authorization: AuthorizationRequest; person: Person } {
    const expected = Buffer.from(`Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`);
    const given = Buffer.from(request.headers.get("Authorization") ?? "");
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
      throw new BadRequest("invalid_client", "The client is not known");
    }
    if (body.get("grant_type") !== "authorization_code")
      throw new BadRequest("unsupported_grant_type", "No such grant");
    const code = body.get("code") ?? "";
    const found = this.#issued.get(code);
    this.#issued.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      found &&
      Date.now() - found.atMs < CODE_LIFETIME_MS &&
      body.get("redirect_uri") === found.authorization.redirectUri &&
      challenge === found.authorization.challenge;
    if (!isRight) throw new BadRequest("invalid_grant", "The code is not valid");
    return found;
  }
}

/** Signs identity tokens with a new key. @returns the key set to publish, and the function that signs a token */
export async function newSigner(issuer: () => string, clientId: string) {
  const [own, stranger] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const kid = randomBytes(8).toString("hex");
  const publicKey = { ...(await exportJWK(own.publicKey)), kid, use: "sig", alg: "RS256" };

  function sign(
    { nonce, wantsAuthTime }: AuthorizationRequest,
    person: Person,
    fault: TokenFault | null,
  ): Promise<string> {
    const nowS = Math.floor(Date.now() / 1000);
    const endsAtS = fault === "expired" ? nowS - TOKEN_LIFETIME_S : nowS + TOKEN_LIFETIME_S;
    const { sub, ...claims } = person;
    const authTime = wantsAuthTime && fault !== "no_auth_time" ? { auth_time: nowS - signedInAgoS(fault) } : {};
    return new SignJWT({ ...claims, ...authTime, nonce: fault === "wrong_nonce" ? "another" : nonce })
      .setProtectedHeader({ alg: "RS256", kid })
      .setSubject(sub)
      .setIssuer(fault === "wrong_issuer" ? "https://elsewhere.example" : issuer())
      .setAudience(fault === "wrong_audience" ? "another-client" : clientId)
      .setIssuedAt(endsAtS - TOKEN_LIFETIME_S)
      .setExpirationTime(endsAtS)
      .sign(fault === "wrong_key" ? stranger.privateKey : own.privateKey);
  }
  return { keys: { keys: [publicKey] }, sign };
}

function signedInAgoS(fault: TokenFault | null): number {
  return (fault && SIGNED_IN_AGO_S[fault]) ?? 0;
}
