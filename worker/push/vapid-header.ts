import { type CryptoKey, importJWK, SignJWT } from "jose";
import { HOUR_MS } from "../contract/time.ts";
import type { Settings } from "../platform/env.ts";

type VapidSettings = Pick<Settings, "VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT">;

/** RFC 8292 allows 24 hours; half of it leaves room for a clock that is wrong. */
const VALID_MS = 12 * HOUR_MS;
/** A token is sent with many pushes of one service: signing is what costs. */
const REUSED_MS = HOUR_MS;
/** The hosts of one operator's subscribers are few; a list that grows beyond is begun anew. */
const TOKENS_MAX = 200;

const tokens = new Map<string, { token: string; untilMs: number }>();

/**
 * The `Authorization` header that says to a push service whose pushes these are.
 * @param audience the origin of the endpoint
 * @param nowMs epoch ms
 * Source: RFC 8292, sections 2 and 3
 */
export async function vapidHeader(settings: VapidSettings, audience: string, nowMs: number): Promise<string> {
  const { VAPID_PUBLIC_KEY, VAPID_SUBJECT } = settings;
  const name = `${VAPID_PUBLIC_KEY} ${VAPID_SUBJECT} ${audience}`;
  let known = tokens.get(name);
  if (!known || known.untilMs <= nowMs) {
    if (tokens.size >= TOKENS_MAX) tokens.clear();
    known = { token: await signToken(settings, audience, nowMs), untilMs: nowMs + REUSED_MS };
    tokens.set(name, known);
  }
  return `vapid t=${known.token}, k=${VAPID_PUBLIC_KEY}`;
}

async function signToken(settings: VapidSettings, audience: string, nowMs: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(audience)
    .setExpirationTime(Math.floor((nowMs + VALID_MS) / 1000))
    .setSubject(settings.VAPID_SUBJECT)
    .sign(await signingKey(settings));
}

let imported: { privateKey: string; key: CryptoKey } | null = null;

async function signingKey({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: VapidSettings): Promise<CryptoKey> {
  if (imported?.privateKey === VAPID_PRIVATE_KEY) return imported.key;
  const point = Buffer.from(VAPID_PUBLIC_KEY, "base64url");
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: VAPID_PRIVATE_KEY };
  const key = await importJWK(jwk, "ES256");
  if (key instanceof Uint8Array) throw new Error("an EC key is never a secret of bytes");
  imported = { privateKey: VAPID_PRIVATE_KEY, key };
  return key;
}
