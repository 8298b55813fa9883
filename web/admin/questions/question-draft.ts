import { useEffect, useEffectEvent, useState } from "react";
import type { Language } from "../../../worker/contract/languages.ts";
import { languageOrNull } from "../../../worker/contract/languages.ts";
import { forEachOwner, ownerId } from "../../state/owner.ts";
import { accountKey } from "../../state/storage/account-storage.ts";
import { localStore } from "../../state/storage/browser-storage.ts";
import { listenToStorage } from "../../state/storage/other-tabs.ts";

/**
 * The draft of a question, one for each item and admin. It is kept in this browser, not on the server: a question is written in one
 * sitting at one desk, each key would otherwise be a write about a client, and it goes with the log-out. All tabs show what was typed last.
 */
export type QuestionDraft = {
  text: string;
  otherText: string;
  language: Language;
  template: string | null;
  picture: DraftPicture | null;
};

/**
 * The picture of a draft. The browser's storage has its name alone, as it may show a person's papers: `src`, a data URL, is null after a
 * visit of before, and in other tabs.
 */
export type DraftPicture = { id: string; name: string; src: string | null };

/** The data URLs of pictures that were chosen in this page, by their ids. */
const sources = new Map<string, string>();
forEachOwner(() => sources.clear());

const WHAT = "question-draft";

/** The storage key of an item's draft; null when nobody is signed in. @param id of the item */
function keyOf(id: string): string | null {
  const owner = ownerId();
  return owner === null ? null : accountKey(`${WHAT}:${id}`, owner);
}

/** The draft of an item; null without one. */
export function keptQuestion(id: string): QuestionDraft | null {
  const key = keyOf(id);
  return key === null ? null : read(key);
}

function read(key: string): QuestionDraft | null {
  const stored: unknown = JSON.parse(localStore.get(key) ?? "null");
  if (typeof stored !== "object" || stored === null) return null;
  // Its fields are checked one by one.
  const { text, otherText, language, template, picture } = stored as Record<string, unknown>;
  const known = languageOrNull(typeof language === "string" ? language : null);
  if (typeof text !== "string" || typeof otherText !== "string" || known === null) return null;
  return {
    text,
    otherText,
    language: known,
    template: typeof template === "string" ? template : null,
    picture: readPicture(picture),
  };
}

function readPicture(stored: unknown): DraftPicture | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { id, name } = stored as Record<string, unknown>;
  if (typeof id !== "string" || typeof name !== "string") return null;
  return { id, name, src: sources.get(id) ?? null };
}

/** Forgets the draft of an item, as when its question was sent. */
export function forgetQuestion(id: string): void {
  const key = keyOf(id);
  if (key === null) return;
  sources.delete(read(key)?.picture?.id ?? "");
  localStore.remove(key);
}

/** The draft of an item as it is typed. @param initial where there is none */
export function useQuestionDraft(
  id: string,
  initial: QuestionDraft,
): readonly [draft: QuestionDraft, change: (draft: QuestionDraft) => void] {
  const [draft, setDraft] = useState(() => keptQuestion(id) ?? initial);
  const takeOver = useEffectEvent((key: string) => {
    if (key !== keyOf(id)) return;
    // Sent or emptied in the other tab: what is typed here stays.
    const other = read(key);
    if (other) setDraft(other);
  });
  useEffect(() => listenToStorage(takeOver), []);

  function change(next: QuestionDraft) {
    setDraft(next);
    const key = keyOf(id);
    if (key === null) return;
    const { picture } = next;
    if (draft.picture && draft.picture.id !== picture?.id) sources.delete(draft.picture.id);
    if (picture?.src) sources.set(picture.id, picture.src);
    if (next.text.trim() === "" && next.otherText.trim() === "" && picture === null) localStore.remove(key);
    else localStore.set(key, JSON.stringify({ ...next, picture: picture && { id: picture.id, name: picture.name } }));
  }
  return [draft, change];
}
