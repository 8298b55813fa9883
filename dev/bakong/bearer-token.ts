import { jwtVerify, SignJWT } from "jose";

/** Source: NBC, QR Payment Integration 1.0.3: a token is valid for 90 days. */
const LIFETIME = "90d";

/** The tokens that the service accepts: its configured one and those it renewed. */
export class BearerTokens {
  readonly #fixed: string;
  readonly #secret: Uint8Array;

  constructor(fixed: string, secret: string) {
    this.#fixed = fixed;
    this.#secret = new TextEncoder().encode(secret);
  }

  /** A new signed token for this address. */
  renew(email: string): Promise<string> {
    return new SignJWT({ data: { id: email } })
      .setProtectedHeader({ typ: "JWT", alg: "HS256" })
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .sign(this.#secret);
  }

  /** @param only.renewed refuses the configured token, as if it had expired */
  async accepts(request: Request, only: { renewed: boolean }): Promise<boolean> {
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
    if (bearer === undefined) return false;
    if (bearer === this.#fixed) return !only.renewed;
    return jwtVerify(bearer, this.#secret, { algorithms: ["HS256"] }).then(
      () => true,
      () => false,
    );
  }
}
