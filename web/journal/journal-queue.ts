import { canonicalText } from "../../worker/contract/terminal/terminal-changes.ts";
import { type JournalRecord, journalKey } from "../../worker/contract/trade-journal/journal-changes.ts";
import type { JournalChange } from "../../worker/contract/trade-journal/journal-schema.ts";
import { ChangeQueue, type QueueOptions } from "../state/sync/change-queue.ts";
import { mergeEntries, mergeLabels } from "./merge.ts";

type Options = QueueOptions<JournalChange, JournalRecord> & {
  /** Another device has written another note than this page, which is not in the account any more. */
  onOwnNote: (key: string, note: string) => void;
};

/**
 * The journal of the signed-in person. A change is made after the version that the account has, and counts only while that is the newest.
 * Where another device was first, what this page wrote is merged with it and sent again.
 */
export class JournalQueue extends ChangeQueue<JournalChange, JournalRecord> {
  readonly #onOwnNote: Options["onOwnNote"];
  /** What the account had when a waiting change began, by key. Nothing is known of those of an earlier page. */
  readonly #bases = new Map<string, JournalRecord | undefined>();
  /** What was sent last of each key: the account may have it, without this page having heard the answer. */
  readonly #sent = new Map<string, JournalChange>();

  constructor({ onOwnNote, ...options }: Options) {
    super(options);
    this.#onOwnNote = onOwnNote;
  }

  override forget(): void {
    super.forget();
    this.#bases.clear();
    this.#sent.clear();
  }

  /** The changes that wait replace each other under one version, until the account has that. */
  protected override nextVersion(record: JournalRecord | undefined): number {
    return (record?.version ?? 0) + 1;
  }

  protected override wait(key: string, change: JournalChange): void {
    if (!this.pending.has(key)) this.#bases.set(key, this.records.get(key));
    super.wait(key, change);
  }

  protected override sending(batch: readonly JournalChange[]): void {
    for (const change of batch) this.#sent.set(journalKey(change), change);
  }

  protected override heard(key: string, record: JournalRecord): void {
    const mine = this.pending.get(key);
    if (!mine || mine.version > record.version) return;
    const sent = this.#sent.get(key);
    const base = sent && hasSameBody(sent, record) ? record : this.#bases.get(key);
    const merged = this.#merged(key, mine, base, record);
    if (hasSameBody(merged, record)) {
      this.pending.delete(key);
      this.options.onAnswered(mine);
      return;
    }
    this.#bases.set(key, record);
    super.wait(key, { ...merged, version: record.version + 1 });
    this.sendSoon();
  }

  #merged(key: string, mine: JournalChange, base: JournalRecord | undefined, theirs: JournalRecord): JournalChange {
    if (mine.kind === "label" && theirs.kind === "label") {
      return { ...mine, body: mergeLabels(mine.body, base?.kind === "label" ? base.body : null, theirs.body) };
    }
    if (mine.kind === "entry" && theirs.kind === "entry") {
      const { body, ownNote } = mergeEntries(mine.body, base?.kind === "entry" ? base.body : null, theirs.body);
      if (ownNote !== null) this.#onOwnNote(key, ownNote);
      return { ...mine, body };
    }
    throw new Error("two kinds of one key");
  }
}

function hasSameBody(a: JournalChange, b: JournalChange): boolean {
  return canonicalText(a.body) === canonicalText(b.body);
}
