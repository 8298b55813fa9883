import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ownerId } from "../../state/owner.ts";
import { accountKey } from "../../state/storage/account-storage.ts";
import { localStore } from "../../state/storage/browser-storage.ts";
import { listenToStorage } from "../../state/storage/other-tabs.ts";

/** A withdrawal of the draft: its number is said when it has left the list meanwhile. */
export type Chosen = { _id: string; number: string };

/**
 * The batch that an admin puts together. It is kept in this browser, not on the server: until it is made it holds no withdrawal back,
 * and it goes with the log-out. All tabs show the same.
 */
export type BatchDraft = {
  chosen: readonly Chosen[];
  /** The account of the bank that it is paid from, and the profile of its file; null for the first ones. */
  bankAccount: string | null;
  profile: string | null;
};

const WHAT = "payout-draft";
export const NO_DRAFT: BatchDraft = { chosen: [], bankAccount: null, profile: null };

function keyOfDraft(): string | null {
  const owner = ownerId();
  return owner === null ? null : accountKey(WHAT, owner);
}

function readDraft(): BatchDraft {
  const key = keyOfDraft();
  const stored: unknown = JSON.parse((key && localStore.get(key)) ?? "null");
  if (typeof stored !== "object" || stored === null) return NO_DRAFT;
  // Its fields are checked one by one.
  const { chosen, bankAccount, profile } = stored as Record<string, unknown>;
  return {
    chosen: Array.isArray(chosen) ? chosen.filter(isChosen) : [],
    bankAccount: typeof bankAccount === "string" ? bankAccount : null,
    profile: typeof profile === "string" ? profile : null,
  };
}

function isChosen(one: unknown): one is Chosen {
  if (typeof one !== "object" || one === null || !("_id" in one) || !("number" in one)) return false;
  return typeof one._id === "string" && typeof one.number === "string";
}

/**
 * The draft, and changing it. A change by another tab is this one's too. What a change does not name stays as it is at that moment, also for one
 * that was prepared before others, such as an undo.
 */
export function useBatchDraft(): readonly [BatchDraft, (change: Partial<BatchDraft>) => void] {
  const [draft, setDraft] = useState(readDraft);
  const newest = useRef(draft);
  const takeOver = useEffectEvent((key: string) => {
    if (key !== keyOfDraft()) return;
    newest.current = readDraft();
    setDraft(newest.current);
  });
  useEffect(() => listenToStorage(takeOver), []);

  function change(part: Partial<BatchDraft>) {
    const next = { ...newest.current, ...part };
    newest.current = next;
    setDraft(next);
    const key = keyOfDraft();
    if (key !== null) localStore.set(key, JSON.stringify(next));
  }
  return [draft, change];
}
