import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ControlError } from "../stand-in/control.ts";
import { JsonFile } from "../stand-in/json-file.ts";
import { transaction } from "./bakong-protocol.ts";
import type { KhqrReading } from "./khqr-reading.ts";

/** How a payer pays a code; a field that is left out follows the code. */
export type Payer = z.infer<typeof payer>;
/** Parses a {@link Payer}. */
export const payer = z.strictObject({
  amount: z.number().positive().max(1e12).optional(),
  currency: z.enum(["USD", "KHR"]).optional(),
  outcome: z.enum(["paid", "failed"]).optional(),
  /** When the payer sent the money, epoch ms; the current time by default. */
  createdDateMs: z.number().int().positive().optional(),
  /** Pays a paid code again, as a second app with the same code open can. Look-ups then return the newer payment. */
  again: z.boolean().optional(),
});

/** One attempt to pay a code. */
export type Payment = z.infer<typeof payment>;
const payment = z.object({
  md5: z.string(),
  outcome: z.enum(["paid", "failed"]),
  merchantName: z.string(),
  billNumber: z.string().nullable(),
  isStatic: z.boolean(),
  transaction,
});

const bookState = z.object({
  /** By MD5, in the order of payment. */
  payments: z.record(z.string(), payment),
  /** Deep links as pairs of id and code, oldest first. */
  links: z.array(z.tuple([z.string(), z.string()])),
  /** Signs the renewed tokens. */
  tokenSecret: z.string(),
});

/** Older links are dropped: a link is useful only for the ten minutes that its code is valid. */
const LINKS_KEPT = 1_000;
const PAYER_ACCOUNT_ID = "sokha_chan@mekong";

/** The payment network's state: payments by MD5, and its deep links. */
export class PaymentBook {
  readonly #file: JsonFile<z.infer<typeof bookState>>;

  constructor(stateFile: string | undefined) {
    const tokenSecret = randomBytes(32).toString("hex");
    this.#file = new JsonFile(stateFile, bookState, { payments: {}, links: [], tokenSecret });
    // Issued tokens must stay valid after a restart, even when nothing else was saved before it.
    this.#file.save();
  }

  /** The key that signs renewed tokens. */
  get tokenSecret(): string {
    return this.#file.state.tokenSecret;
  }

  /**
   * Pays a code, even an expired one, because the product has to handle late payments.
   *
   * @throws ControlError 409 when it is paid already and `how.again` is not set, 422 when neither code nor payer names
   *   an amount
   */
  pay(code: KhqrReading, how: Payer): Payment {
    const { payments } = this.#file.state;
    if (payments[code.md5]?.outcome === "paid" && !how.again)
      throw new ControlError(409, "This code has been paid already");
    const amount = how.amount ?? code.amount;
    if (amount === null) throw new ControlError(422, "amount: this code leaves the amount to the payer");
    const createdDateMs = how.createdDateMs ?? Date.now();
    const made: Payment = {
      md5: code.md5,
      outcome: how.outcome ?? "paid",
      merchantName: code.merchantName,
      billNumber: code.billNumber,
      isStatic: code.isStatic,
      transaction: {
        hash: randomBytes(32).toString("hex"),
        fromAccountId: PAYER_ACCOUNT_ID,
        toAccountId: code.accountId,
        currency: how.currency ?? code.currency,
        amount,
        description: code.purpose ?? code.billNumber ?? "",
        createdDateMs,
        acknowledgedDateMs: Math.max(createdDateMs, Date.now()),
        trackingStatus: null,
        receiverBank: null,
        receiverBankAccount: null,
        instructionRef: null,
        externalRef: null,
      },
    };
    // Deleted first, so that an attempt after a failed one becomes the last entry.
    delete payments[code.md5];
    payments[code.md5] = made;
    this.#file.save();
    return made;
  }

  /** The newest payment of a code, by its MD5. */
  find(md5: string): Payment | undefined {
    return this.#file.state.payments[md5];
  }

  /** All payments, newest first. */
  list(): Payment[] {
    return Object.values(this.#file.state.payments).reverse();
  }

  /** Creates a deep link to a code. @returns the link's id */
  link(qr: string): string {
    const { links } = this.#file.state;
    const id = randomBytes(6).toString("base64url");
    links.push([id, qr]);
    links.splice(0, links.length - LINKS_KEPT);
    this.#file.save();
    return id;
  }

  /** The code of a deep link, or undefined when the link is unknown or was dropped. */
  followLink(id: string): string | undefined {
    return this.#file.state.links.find(([known]) => known === id)?.[1];
  }
}
