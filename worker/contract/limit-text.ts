import { DEPOSIT, IMAGE, IMPORT, WITHDRAWAL } from "./limits.ts";
import { formatUsd } from "./money.ts";
import { MINUTE_MS } from "./time.ts";

/**
 * What is said where a limit is reached, made of the limit itself: by the Worker that refuses, and by the screen that
 * says so before anything is sent. Source: specification section 5, where it has the words.
 */

const MIB = 1024 * 1024;
const count = new Intl.NumberFormat("en-US");

/** `50,000` */
const inWords = (limit: number) => count.format(limit);
/** `$10,000`: limits are whole dollars. */
const wholeUsd = (amountCents: number) => `$${inWords(amountCents / 100)}`;

/** `10 minutes` @param ms whole minutes, more than one */
export function minutesInWords(ms: number): string {
  return `${ms / MINUTE_MS} minutes`;
}

export const LIMIT_TEXT = {
  depositMin: `Minimum deposit is ${wholeUsd(DEPOSIT.amountCentsMin)} USD`,
  depositMax: `Maximum deposit is ${wholeUsd(DEPOSIT.amountCentsMax)} USD`,
  depositsOpen: `You have ${DEPOSIT.openMax} unpaid deposit codes. Pay or cancel one first.`,
  withdrawalsPending: `You have ${WITHDRAWAL.pendingMax} withdrawals waiting for review. Wait for one, or cancel one first.`,
  withdrawalsOfDay: `You can withdraw at most ${formatUsd(WITHDRAWAL.dailyCentsMax)} in 24 hours`,
  imageBytes: `File size must be less than ${IMAGE.bytesLimit / MIB}MB`,
  imageSides: `An image must have ${inWords(IMAGE.sidePxMin)} to ${inWords(IMAGE.sidePxMax)} pixels a side, and ${IMAGE.pixelsMax / 1e6} megapixels at most`,
  imageQuota: `Your images would take more than ${IMAGE.perUserBytesMax / MIB} MB together. Please choose a smaller one.`,
  importRows: `A file may hold ${inWords(IMPORT.rowsMax)} trades`,
  importChunk: `Send at most ${inWords(IMPORT.chunkRowsMax)} rows at once`,
} as const;
