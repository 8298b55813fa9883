import type { Database } from "../../../db/client.ts";
import { endSecondFactor, insertSecondFactor } from "../../auth/second-factor-store.ts";
import { newTotpSecret, otpauthUrl } from "../../auth/totp.ts";
import { encryptTotpSecret } from "../../auth/totp-secret.ts";
import { ADMIN_ROLES, type AdminRole, rolesText } from "../../contract/admin-roles.ts";
import { DEFAULT_TIME_ZONE } from "../../contract/limits.ts";
import { insertAccounts } from "../../ledger/ledger-store.ts";
import { hashPassword } from "../../passwords/password-hash.ts";
import type { PasswordSettings } from "../../passwords/password-settings.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { Settings } from "../../platform/env.ts";
import { randomCharacters } from "../../platform/secrets.ts";
import { endAllSessions } from "../../platform/session-store.ts";
import { giveRole, insertUser, selectUserByEmail, setVerifiedAndPassword } from "../../platform/user-store.ts";
import { mailAddress } from "../../profile/person-rules.ts";
import { setRolesOnServer } from "./admin-role-store.ts";

/** A created admin, with the secrets to hand to them. */
export type NewAdmin = {
  userId: string;
  email: string;
  /** Null when the account was verified before: it keeps its password. */
  password: string | null;
  totpSecret: string;
  /** For an authenticator app, as text or as a QR code. */
  otpauthUrl: string;
};

/** Easy to type and to read out; 16 characters have 79 bits of entropy. */
const PASSWORD_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/**
 * Creates an admin from outside the product, for an operator with database access. A known address becomes an admin,
 * gets a new second factor and is signed out everywhere; an unknown one gets an account. They hold these roles and no others.
 * @throws AppError `invalid_input` for an invalid address
 */
export async function createAdmin(
  { query, read, write }: Database,
  secrets: Pick<Settings, "TOTP_ENCRYPTION_KEYS"> &
    Pick<PasswordSettings, "PASSWORD_PEPPERS"> &
    Partial<PasswordSettings>,
  emailText: string,
  nowMs: number,
  roles: readonly AdminRole[] = ADMIN_ROLES,
): Promise<NewAdmin> {
  const address = mailAddress(emailText);
  const totpSecret = newTotpSecret();
  const [[known]] = await read([selectUserByEmail(query, address)]);
  const id = known?.id ?? crypto.randomUUID();
  // Somebody else may have signed up with an address that was never verified, so that password is replaced.
  const password = known?.emailVerifiedAtMs ? null : randomCharacters(16, PASSWORD_ALPHABET);
  const { PASSWORD_PEPPERS, PASSWORD_COST } = secrets;
  const passwordHash = password === null ? undefined : hashPassword(password, PASSWORD_PEPPERS, PASSWORD_COST);

  const account = known
    ? [
        setVerifiedAndPassword(query, id, passwordHash, nowMs),
        giveRole(query, { userId: id, role: "admin", by: "system", atMs: nowMs }),
        endSecondFactor(query, id),
        ...endAllSessions(query, id),
      ]
    : [
        insertUser(query, {
          id,
          email: address.mailbox,
          role: "admin",
          roleGivenBy: "system",
          roleGivenAtMs: nowMs,
          firstName: "Tonle",
          lastName: "Admin",
          timeZone: DEFAULT_TIME_ZONE,
          username: usernameFor(id),
          usernameKey: usernameFor(id),
          passwordHash: passwordHash ?? "",
          createdAtMs: nowMs,
          emailVerifiedAtMs: nowMs,
        }),
        insertAccounts(query, id),
      ];
  await write([
    ...account,
    ...setRolesOnServer(query, id, roles),
    insertSecondFactor(query, {
      userId: id,
      totpSecret: await encryptTotpSecret(secrets.TOTP_ENCRYPTION_KEYS, id, totpSecret),
      createdAtMs: nowMs,
    }),
    audit(
      query,
      { actor: "system", action: "admin.created", subject: `user:${id}`, detail: { roles: rolesText(roles) } },
      nowMs,
    ),
  ]);
  const email = known?.email ?? address.mailbox;
  return { userId: id, email, password, totpSecret, otpauthUrl: otpauthUrl(totpSecret, email) };
}

/** A generated username, which the admin can change on the profile page. */
function usernameFor(id: string): string {
  return `admin_${id.slice(0, 8)}`;
}
