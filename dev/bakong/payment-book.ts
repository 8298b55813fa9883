import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ControlError } from "../stand-in/control.ts";
import { JsonFile } from "../stand-in/json-file.ts";
import { transaction } from "./bakong-protocol.ts";
import type { KhqrReading } from "./khqr-reading.ts";

/** How a payer pays a code; what is left out is as the code says. */
export type Payer = z.infer<typeof payer>;
export const payer = z.strictObject({
  amount: z.number().positive().max(1e12).optional(),
  currency: z.enum(["USD", "KHR"]).optional(),
  outcome: z.enum(["paid", "failed"]).optional(),
  /** When the payer sent the money, epoch ms; now when left out. */
  createdDateMs: z.number().int().positive().optional(),
  /** Pays a code that is paid already, as a second app can that has it open; the newer payment is the one that is found. */
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
  /** By md5, in the order they were made. */
  payments: z.record(z.string(), payment),
  /** Deep links: id to code, oldest first. */
  links: z.array(z.tuple([z.string(), z.string()])),
  /** Signs the tokens that the service renews. */
  tokenSecret: z.string(),
});

/** A link is of use for the ten minutes that its code lives. */
const LINKS_KEPT = 1_000;
const PAYER_ACCOUNT_ID = "sokha_chan@mekong";

/** What the payment network knows: payments by md5, and its deep links. */
export class PaymentBook {
  readonly #file: JsonFile<z.infer<typeof bookState>>;

  constructor(stateFile: string | undefined) {
    const tokenSecret = randomBytes(32).toString("hex");
    this.#file = new JsonFile(stateFile, bookState, { payments: {}, links: [], tokenSecret });
    // Tokens that were given out must hold after a restart, also when nothing else was written before it.
    this.#file.save();
  }

  get tokenSecret(): string {
    return this.#file.state.tokenSecret;
  }

  /**
   * Pays a code, also an expired one: late money is a case the product has to cope with.
   * @throws ControlError 409 when it is paid already and not to be again, 422 when neither code nor payer names an amount
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
    // Removed first, so that a second attempt after a failed one stands at the end.
    delete payments[code.md5];
    payments[code.md5] = made;
    this.#file.save();
    return made;
  }

  find(md5: string): Payment | undefined {
    return this.#file.state.payments[md5];
  }

  /** Newest first. */
  list(): Payment[] {
    return Object.values(this.#file.state.payments).reverse();
  }

  /** @returns the id of a link that leads to this code */
  link(qr: string): string {
    const { links } = this.#file.state;
    const id = randomBytes(6).toString("base64url");
    links.push([id, qr]);
    links.splice(0, links.length - LINKS_KEPT);
    this.#file.save();
    return id;
  }

  followLink(id: string): string | undefined {
    return this.#file.state.links.find(([known]) => known === id)?.[1];
  }
}
