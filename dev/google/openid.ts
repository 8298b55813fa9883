import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { z } from "zod";
import type { Person } from "./people.ts";

/**
 * What an authorization request asks for, once it was found right.
 * @property wantsAuthTime whether the identity token shall say when the person signed in to Google
 */
export type Asked = {
  redirectUri: string;
  state: string;
  nonce: string | undefined;
  challenge: string;
  wantsAuthTime: boolean;
};

/** What is wrong with a request of the product, as the provider's page or answer says it. */
export class BadRequest extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

/** How identity tokens can be wrong, or say too little. */
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
export type TokenFault = (typeof TOKEN_FAULTS)[number];

/** How long the person's own session at Google has lasted, in seconds; none unless a fault says so: the page is a log-in. */
const SIGNED_IN_AGO_S: Partial<Record<TokenFault, number>> = {
  signed_in_minutes_ago: 600,
  signed_in_long_ago: 30 * 86_400,
};

const CODE_LIFETIME_MS = 60_000;
const TOKEN_LIFETIME_S = 3_600;

export type Client = { clientId: string; clientSecret: string; redirectUri: string };

/**
 * Reads an authorization request.
 * @throws BadRequest for what OpenID Connect with PKCE does not allow, or of another client
 */
export function readAuthorization(query: URLSearchParams, client: Client): Asked {
  const must = (name: string, wanted: string) => {
    if (query.get(name) !== wanted) throw new BadRequest("invalid_request", `${name} must be ${wanted}`);
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
 * Google gives `auth_time` when a request asks for it in `claims`, where the operator has enabled session age claims for a
 * verified app. It re-authenticates nobody on request: `max_age` and `prompt=login` are no parameters of its own.
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

/** Where the browser goes back to. */
export function redirectTo({ redirectUri, state }: Asked, answer: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ state, ...answer })) url.searchParams.set(name, value);
  return url.href;
}

/** The codes that were given out and not used yet, each for one person and one request. */
export class Codes {
  readonly #given = new Map<string, { asked: Asked; person: Person; atMs: number }>();

  give(asked: Asked, person: Person): string {
    const code = randomBytes(24).toString("base64url");
    this.#given.set(code, { asked, person, atMs: Date.now() });
    return code;
  }

  /**
   * Trades a code, once.
   * @throws BadRequest `invalid_client` | `invalid_grant` | `unsupported_grant_type`
   */
  take(request: Request, body: URLSearchParams, client: Client): { asked: Asked; person: Person } {
    const wanted = Buffer.from(`Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`);
    const given = Buffer.from(request.headers.get("Authorization") ?? "");
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) {
      throw new BadRequest("invalid_client", "The client is not known");
    }
    if (body.get("grant_type") !== "authorization_code")
      throw new BadRequest("unsupported_grant_type", "No such grant");
    const code = body.get("code") ?? "";
    const found = this.#given.get(code);
    this.#given.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      found &&
      Date.now() - found.atMs < CODE_LIFETIME_MS &&
      body.get("redirect_uri") === found.asked.redirectUri &&
      challenge === found.asked.challenge;
    if (!isRight) throw new BadRequest("invalid_grant", "The code is not valid");
    return found;
  }
}

/** Signs identity tokens with a key of its own, which others can have the public half of. */
export async function newSigner(issuer: () => string, clientId: string) {
  const [own, stranger] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const kid = randomBytes(8).toString("hex");
  const publicKey = { ...(await exportJWK(own.publicKey)), kid, use: "sig", alg: "RS256" };

  function sign({ nonce, wantsAuthTime }: Asked, person: Person, fault: TokenFault | null): Promise<string> {
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
