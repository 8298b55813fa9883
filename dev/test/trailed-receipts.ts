import { sealSegment } from "../../worker/contract/tape/seal-segment.ts";
import { minuteOf } from "../../worker/contract/tape/tape-minute.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal } from "../../worker/contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { ReceiptStore } from "../../worker/demo/receipt-store.ts";
import type { TapeReader } from "../../worker/prices/tape/quote-proofs.ts";
import { DemoDriver } from "./demo-driver.ts";
import { recordOf } from "./demo-receipts.ts";
import { testSqlStorage } from "./test-sql-storage.ts";

/** A tape in the bucket, minute by minute, whose seals are chained. */
export class StoredTape implements TapeReader {
  readonly segments = new Map<number, TapeRecord[]>();
  readonly seals: Seal[] = [];

  constructor(records: readonly TapeRecord[]) {
    for (const record of records) {
      const minuteMs = minuteOf(record.heardAt);
      this.segments.set(minuteMs, [...(this.segments.get(minuteMs) ?? []), record]);
    }
    for (const segment of this.segments.values()) {
      this.seals.push(sealSegment(segment, this.seals.at(-1)?.seal ?? NO_PREVIOUS_SEAL));
    }
  }

  async sealOf(seq: number): Promise<Seal | null> {
    return this.seals.find(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq) ?? null;
  }

  async segment(minuteMs: number): Promise<TapeRecord[] | null> {
    return this.segments.get(minuteMs) ?? null;
  }

  async isLost(seq: number): Promise<boolean> {
    const last = this.seals.at(-1)?.lastSeq ?? 0;
    return seq <= last && (await this.sealOf(seq)) === null;
  }
}

/**
 * The unproven receipts of a position that is opened in one minute, fill 1, and whose trailing stop acts in the next,
 * fill 2, with the tape of both minutes.
 */
export function trailedReceipts(): { receipts: ReceiptStore; tape: StoredTape; endMs: number } {
  const demo = new DemoDriver({ startCents: 10_000_000, costs: "typical", leverage: 5 });
  const records: TapeRecord[] = [];
  const quote = (bid: number) => {
    demo.quote("ETHUSDm", 330_000, 330_100);
    demo.quote("BTCUSDm", bid, bid + 1_000);
    records.push(...[...demo.quotes.values()].map(recordOf));
  };
  for (let i = 0; i < 5; i++) quote(6_000_000 + i);
  demo.place({ trail: 50_000 });
  quote(6_080_000);
  demo.wait(MINUTE_MS);
  quote(6_035_000);
  quote(6_020_000);
  quote(6_019_000);

  const sql = testSqlStorage();
  ReceiptStore.create(sql);
  const receipts = new ReceiptStore(sql);
  receipts.keep(demo.events);
  return { receipts, tape: new StoredTape(records), endMs: minuteOf(demo.now) + MINUTE_MS };
}
