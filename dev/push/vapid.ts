import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";

/** Who sent a push, according to its `Authorization` header. */
export type Sender = { publicKey: string; subject: string; expiresAtS: number };

/** A push whose sender is not accepted: 401 without a statement of who it is, 403 with one that is wrong. */
export class SenderRefused extends Error {
  readonly status: 401 | 403;

  constructor(status: 401 | 403, message: string) {
    super(message);
    this.name = "SenderRefused";
    this.status = status;
  }
}

/** Source: RFC 8292 section 2. */
const LIFETIME_MAX_S = 24 * 60 * 60;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
/** A mail address or a page, as Apple's service demands of it. */
const SUBJECT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/;

const tokenHeader = z.looseObject({ typ: z.literal("JWT").optional(), alg: z.literal("ES256") });
const tokenClaims = z.looseObject({ aud: z.string(), exp: z.number().int(), sub: z.string().regex(SUBJECT) });

/**
 * Verifies who sent a push.
 * Source: RFC 8292, VAPID: a JSON Web Token (ES256) and the key that signed it
 *
 * @param expected.audience the origin of the push service
 * @throws SenderRefused that says what is wrong
 */
export function readSender(header: string | null, expected: { audience: string; nowS: number }): Sender {
  if (header === null) throw new SenderRefused(401, "no Authorization header");
  const [, scheme = "", list = ""] = /^(\S+)\s+(.*)$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "vapid") throw new SenderRefused(401, `the scheme is ${scheme}, not vapid`);
  const { t, k } = Object.fromEntries(
    list.split(",").map((pair) => /^\s*([a-z]+)\s*=\s*"?([^"\s]*)"?\s*$/.exec(pair)?.slice(1) ?? ["", ""]),
  );
  if (!t || !k) throw new SenderRefused(403, "without t or k");
  const [head = "", claims = "", signature = "", ...more] = t.split(".");
  if (more.length > 0 || signature === "") throw new SenderRefused(403, "t is no signed token");
  readPart(head, tokenHeader, "header");
  const { aud, exp, sub } = readPart(claims, tokenClaims, "claims");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKeyOf(k), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new SenderRefused(403, "the token is not signed with k");
  if (aud !== expected.audience) throw new SenderRefused(403, `aud is ${aud}, not ${expected.audience}`);
  if (exp <= expected.nowS) throw new SenderRefused(403, "exp has passed");
  if (exp > expected.nowS + LIFETIME_MAX_S) throw new SenderRefused(403, "exp is more than 24 hours away");
  return { publicKey: k, subject: sub, expiresAtS: exp };
}

function readPart<Part>(text: string, schema: z.ZodType<Part>, name: string): Part {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch (error) {
    const reason = error instanceof z.ZodError ? error.issues[0] : undefined;
    const detail = reason ? `: ${reason.path.join(".")} ${reason.message}` : " is not JSON";
    throw new SenderRefused(403, `the token's ${name}${detail}`);
  }
}

function publicKeyOf(text: string): KeyObject {
  const point = Buffer.from(text, "base64url");
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) {
    throw new SenderRefused(403, "k is not an uncompressed point of P-256");
  }
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  try {
    return createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" } });
  } catch {
    throw new SenderRefused(403, "k is not a point of P-256");
  }
}
