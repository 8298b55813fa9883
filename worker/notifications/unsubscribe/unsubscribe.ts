import { type Language, languageOf } from "../../contract/languages.ts";
import { audit, ownAccount } from "../../platform/audit-log-store.ts";
import { countOneOf } from "../../platform/counter-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { isDigest, type MailKind } from "../mail-links/mail-kinds.ts";
import { readUnsubscribeToken } from "../mail-links/unsubscribe-link.ts";
import {
  chooseDigest,
  personId,
  type SettingsChange,
  type SettingsRow,
  saveSettings,
  selectLinkSettings,
} from "../notification-settings-store.ts";
import { reconsiderMails } from "../notification-store.ts";

/** What a link is for, and what its person chose of that. */
export type LinkState = {
  language: Language;
  kinds: readonly MailKind[];
  /** Whether mails of any of the kinds are sent, as far as they decide. */
  isOn: boolean;
  /** Whether the person turned off all mails that can be turned off. */
  isAllOff: boolean;
};

/** Reads the state of a link; null for one that is not valid. Changes nothing. */
export async function readLink(scope: Scope, token: string): Promise<LinkState | null> {
  const found = await findLink(scope, token);
  return found?.state ?? null;
}

/**
 * Ends the mails that a link is for, or resumes them. What is so already stays so: a link may be used any number of times.
 * @returns the state then; null for a link that is not valid
 * @throws AppError `too_many_requests`
 */
export async function changeByLink(
  scope: Scope,
  token: string,
  { isOn }: { isOn: boolean },
): Promise<LinkState | null> {
  const found = await findLink(scope, token);
  if (!found || found.state.isOn === isOn) return found?.state ?? null;
  const { db } = scope;
  const nowMs = scope.now();
  const { state } = found;
  const userId = personId(found.userId);
  const change = columnsOf(state.kinds, isOn);
  const digest = state.kinds.find(isDigest);
  await db.write([
    countOneOf(db.query, "profileByAccount", userId, nowMs),
    ...(Object.keys(change).length === 0 ? [] : saveSettings(db.query, userId, change)),
    ...(digest ? chooseDigest(db.query, userId, isOn ? digest : "off", nowMs) : []),
    reconsiderMails(db.query, userId, nowMs),
    audit(
      db.query,
      {
        actor: userId,
        action: "user.email_notifications",
        subject: ownAccount(userId),
        detail: { ...Object.fromEntries(state.kinds.map((kind) => [kind, isOn])), by: "link" },
      },
      nowMs,
    ),
  ]);
  return { ...state, isOn };
}

async function findLink({ db, settings }: Scope, token: string): Promise<{ userId: string; state: LinkState } | null> {
  const link = await readUnsubscribeToken(settings, token);
  if (!link) return null;
  const [[row]] = await db.read([selectLinkSettings(db.query, link.userId)]);
  if (!row) return null;
  const { kinds, userId } = link;
  const state = {
    language: languageOf(row.language),
    kinds,
    isOn: kinds.some((kind) => isKindOn(row, kind)),
    isAllOff: !row.email,
  };
  return { userId, state };
}

function isKindOn(row: Omit<SettingsRow, "email">, kind: MailKind): boolean {
  return isDigest(kind) ? row.digest !== "off" : row[kind];
}

const COLUMNS = {
  money: "mailsMoney",
  alert: "mailsAlerts",
  order: "mailsOrders",
  marketing: "mailsNews",
} as const satisfies Partial<Record<MailKind, keyof SettingsChange>>;

function columnsOf(kinds: readonly MailKind[], isOn: boolean): SettingsChange {
  return Object.fromEntries(kinds.flatMap((kind) => (isDigest(kind) ? [] : [[COLUMNS[kind], isOn]])));
}
