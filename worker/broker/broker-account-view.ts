import type { BrokerAccount, BrokerImport, ChangedRows, LeftOutCount } from "../contract/broker/broker-shapes.ts";
import type { FileClock } from "../contract/broker/file-clock.ts";
import { numberOfUnits } from "../contract/broker/units.ts";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import type { AccountRows } from "./broker-account-store.ts";

/** Builds the views of accounts. JSON of the rows was validated before it was written. */
export function accountViews([accounts, positions, files]: AccountRows): BrokerAccount[] {
  return accounts.map(({ account, trades, resultUnits, firstClosedMs, lastClosedMs }) => {
    const { number, name, platform, currency, decimals, accountNumber, clock, mapping, feesUnits } = account;
    return {
      ...{ number, name, platform, currency, decimals, accountNumber },
      clock: clock === null ? null : (JSON.parse(clock) as FileClock),
      mapping: mapping === null ? null : JSON.parse(mapping),
      trades: trades ?? 0,
      result: numberOfUnits(resultUnits ?? 0, decimals),
      fees: numberOfUnits(feesUnits, decimals),
      firstCloseAt: isoOrNull(firstClosedMs),
      lastCloseAt: isoOrNull(lastClosedMs),
      open: positions
        .filter((row) => row.number === number)
        .map(({ position: { symbol, direction, quantity, entryPrice, openedAtMs } }) => ({
          ...{ symbol, direction, quantity, entryPrice },
          openedAt: isoOrNull(openedAtMs),
        })),
      imports: files.filter((row) => row.number === number).map(({ file }) => importView(file)),
    };
  });
}

function importView(file: AccountRows[2][number]["file"]): BrokerImport {
  const { fileName, format, kind, rowCount, statedTotal, depositsIn, depositsOut, reversedAtMs } = file;
  const changed: ChangedRows = file.takes ? "take" : "keep";
  return {
    id: String(file.id),
    status: reversedAtMs === null ? "committed" : "reversed",
    ...{ fileName, format, kind, statedTotal, changed },
    rows: rowCount,
    clock: JSON.parse(file.clock) as FileClock,
    leftOut: JSON.parse(file.leftOut) as LeftOutCount[],
    deposits: depositsIn === null || depositsOut === null ? null : { in: depositsIn, out: depositsOut },
    // Staged files are not listed.
    committedAt: iso(file.committedAtMs ?? file.createdAtMs),
    reversedAt: isoOrNull(reversedAtMs),
  };
}
