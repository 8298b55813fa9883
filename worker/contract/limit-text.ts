import { groupedNumber } from "./grouped-number.ts";
import { DEPOSIT, IMAGE, IMPORT, WITHDRAWAL } from "./limits.ts";
import { formatUsd } from "./money.ts";
import { MINUTE_MS } from "./time.ts";

/**
 * The messages about limits, built from the limits themselves: for the Worker that refuses, and for the screen that
 * checks before sending. Source: specification section 5, where it has the message.
 */

const MIB = 1024 * 1024;

/** Formats a number: `50,000` */
const formatCount = (limit: number) => groupedNumber(limit, 0);
/** Formats whole dollars: `$10,000` */
const wholeUsd = (amountCents: number) => `$${formatCount(amountCents / 100)}`;

/** Formats a duration: `10 minutes` @param ms whole minutes, more than one */
export function minutesInWords(ms: number): string {
  return `${ms / MINUTE_MS} minutes`;
}

/** The message of each limit. */
export const LIMIT_TEXT = {
  depositMin: `Minimum deposit is ${wholeUsd(DEPOSIT.amountCentsMin)} USD`,
  depositMax: `Maximum deposit is ${wholeUsd(DEPOSIT.amountCentsMax)} USD`,
  depositsOpen: `You have ${DEPOSIT.openMax} unpaid deposit codes. Pay or cancel one first.`,
  withdrawalsPending: `You have ${WITHDRAWAL.pendingMax} withdrawals waiting for review. Wait for one, or cancel one first.`,
  withdrawalsOfDay: (mostCents: number) => `You can withdraw at most ${formatUsd(mostCents)} in 24 hours`,
  imageBytes: `File size must be less than ${IMAGE.bytesLimit / MIB}MB`,
  imageSides: `An image must have ${formatCount(IMAGE.sidePxMin)} to ${formatCount(IMAGE.sidePxMax)} pixels a side, and ${IMAGE.pixelsMax / 1e6} megapixels at most`,
  imageQuota: `Your images would take more than ${IMAGE.perUserBytesMax / MIB} MB together. Please choose a smaller one.`,
  importRows: `A file may hold ${formatCount(IMPORT.rowsMax)} trades`,
  importChunk: `Send at most ${formatCount(IMPORT.chunkRowsMax)} rows at once`,
} as const;
