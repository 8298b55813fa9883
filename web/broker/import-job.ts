import { ApiError, NetworkError } from "../state/api.ts";
import { Attempt } from "../state/attempt.ts";
import {
  addBrokerAccount,
  type BrokerAccount,
  type BrokerPreview,
  type ChangedRows,
  cancelBrokerImport,
  commitBrokerImport,
  deleteBrokerAccount,
  type NewAccount,
  type OpenImport,
  openBrokerImport,
  previewBrokerImport,
  type SentPosition,
  type SentRows,
  stageBrokerRows,
} from "./broker-calls.ts";

/** Small enough for a moving progress bar, and a lost request costs little. */
const ROWS_AT_ONCE = 2_000;

/** What is imported. @property account an existing one by its number, or one that is made with the import */
export type ImportOrder = {
  account: number | NewAccount;
  head: Omit<OpenImport, "account">;
  rows: SentRows["rows"];
  open: readonly SentPosition[];
};

type Piece = Parameters<typeof stageBrokerRows>[0];

/**
 * One file on its way into an account. Each request is an attempt: after a lost answer the same one is sent again, so nothing is opened, staged or
 * committed twice.
 */
export class ImportJob {
  /** Rows that have arrived. */
  sent = 0;
  /** Whether it is being committed, or may have been. */
  isCommitting = false;
  readonly #order: ImportOrder;
  #number: number | null;
  #id: string | null = null;
  #creating: Attempt<NewAccount, BrokerAccount> | null = null;
  #opening: Attempt<OpenImport, string> | null = null;
  #piece: Attempt<Piece, void> | null = null;
  #staging: Promise<unknown> = Promise.resolve();
  #committing: Attempt<Parameters<typeof commitBrokerImport>[0], BrokerAccount> | null = null;

  constructor(order: ImportOrder) {
    this.#order = order;
    this.#number = typeof order.account === "number" ? order.account : null;
  }

  get kind(): SentRows["kind"] {
    return this.#order.head.rows.kind;
  }

  get total(): number {
    return this.#order.rows.length;
  }

  /**
   * Stages all rows that have not arrived; an abort ends it before the next ones.
   * @param onSent called with the number of rows that have arrived
   * @throws ApiError | NetworkError; a further call continues with the rows that were not sent
   */
  stage(onSent: (sent: number) => void, signal: AbortSignal): Promise<BrokerPreview> {
    const staging = this.#stage(onSent, signal);
    this.#staging = staging;
    return staging;
  }

  async #stage(onSent: (sent: number) => void, signal: AbortSignal): Promise<BrokerPreview> {
    const id = await this.#open();
    while (this.sent < this.total || this.#piece === null) {
      signal.throwIfAborted();
      await this.#sendPiece(id);
      onSent(this.sent);
    }
    signal.throwIfAborted();
    return await previewBrokerImport(id, signal);
  }

  async #open(): Promise<string> {
    const { account, head } = this.#order;
    if (this.#number === null && typeof account !== "number") {
      this.#creating = Attempt.of(this.#creating, undefined, () => account);
      this.#number = (await this.#creating.send(addBrokerAccount)).number;
    }
    const number = this.#number ?? 0;
    this.#opening = Attempt.of(this.#opening, undefined, () => ({ account: number, ...head }));
    this.#id ??= await this.#opening.send(openBrokerImport);
    return this.#id;
  }

  async #sendPiece(id: string): Promise<void> {
    const { rows, open } = this.#order;
    const from = this.sent;
    // A slice of either kind of rows is of that kind.
    const part = rows.slice(from, from + ROWS_AT_ONCE) as SentRows["rows"];
    const isLast = from + part.length === this.total;
    const body = { id, from: from + 1, rows: part, ...(isLast && { open: [...open] }) };
    this.#piece = Attempt.of(this.#piece, `${from}`, () => body);
    await this.#piece.send(stageBrokerRows);
    this.sent += part.length;
  }

  /**
   * @param changed whether tickets with other figures stay as they are in the account, or take those of the file
   * @param version of the account in the preview on which that was decided; with another one now, the API refuses the commit
   */
  async commit(changed: ChangedRows, version: number): Promise<BrokerAccount> {
    const id = this.#id ?? "";
    this.#committing = Attempt.of(this.#committing, `${changed} ${version}`, () => ({ id, changed, version }));
    this.isCommitting = true;
    try {
      return await this.#committing.send(commitBrokerImport);
    } finally {
      this.isCommitting = this.isCommitUnknown;
    }
  }

  /** Whether a commit was sent whose answer is not known: the trades may be in the account. */
  get isCommitUnknown(): boolean {
    return this.#committing?.isUnanswered === true;
  }

  /** What the trader decided about tickets with other figures. */
  get changed(): ChangedRows {
    return this.#committing?.body.changed ?? "keep";
  }

  /** Whether the file shows open positions, which a file without a new trade brings too. */
  get hasOpen(): boolean {
    return this.#order.open.length > 0;
  }

  /** The number of the import, for taking it back. */
  get id(): string | null {
    return this.#id;
  }

  /** Removes what was staged, and the account that was made for it. What cannot be reached is removed by the API after a day. */
  async discard(): Promise<void> {
    await this.#staging.catch(() => {});
    const [id, number] = [this.#id, this.#number];
    const isNewAccount = typeof this.#order.account !== "number";
    try {
      if (isNewAccount && number !== null) {
        await Attempt.of<number, void>(null, undefined, () => number).send(deleteBrokerAccount);
      } else if (id !== null) await Attempt.of<string, void>(null, undefined, () => id).send(cancelBrokerImport);
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    }
  }
}
