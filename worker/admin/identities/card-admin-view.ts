import { iso } from "../../contract/iso-time.ts";
import { cardExpiry } from "../../contract/read-card.ts";
import { decryptCardField } from "../../identity/card-secrets.ts";
import { operationDay } from "../../platform/operation-settings.ts";
import type { Scope } from "../../platform/scope.ts";
import { MASK } from "../lists/seen-sql.ts";
import type { selectCard, selectCardOthers } from "./card-admin-store.ts";

type Rows<Select extends (...args: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<Select>>;

/** What a card says, decrypted, with masks in the place of what the admin does not see; null for none that was read. */
export async function cardView(scope: Scope, [row]: Rows<typeof selectCard>) {
  if (!row) return null;
  const decrypt = async (field: "name" | "number" | "birthDate") => {
    const stored = row[field];
    return stored === MASK
      ? stored
      : decryptCardField(scope.settings.TOTP_ENCRYPTION_KEYS, row.userId, { field, stored });
  };
  const [name, number, birthDate] = await Promise.all([decrypt("name"), decrypt("number"), decrypt("birthDate")]);
  return { name, number, birthDate, ...readingView(scope, row) };
}

/** The name on a card, and until when it is valid, without what a withdrawal does not need. */
export async function cardNameView(scope: Scope, [row]: Rows<typeof selectCard>) {
  if (!row) return null;
  const stored = { field: "name" as const, stored: row.name };
  const name = await decryptCardField(scope.settings.TOTP_ENCRYPTION_KEYS, row.userId, stored);
  return { name, ...readingView(scope, row) };
}

function readingView(scope: Scope, { expiresOn, readByName, readAtMs, usedReason }: Rows<typeof selectCard>[number]) {
  return {
    expiresOn,
    /** Whether it has expired, or does within 30 days. */
    expiry: cardExpiry(expiresOn, operationDay(scope)),
    readBy: readByName,
    readAt: iso(readAtMs),
    /** Why it was verified although another account has the same card. */
    usedReason,
  };
}

/** Who else has the card, as the admin API shows it. */
export function cardOthersView(others: Rows<typeof selectCardOthers>) {
  return others.map(({ isSameNumber, isSameImage, ...person }) => ({
    ...person,
    isSameNumber: isSameNumber === 1,
    isSameImage: isSameImage === 1,
  }));
}
