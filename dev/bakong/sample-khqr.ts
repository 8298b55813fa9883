import { CURRENCY, KHQR, type QRPayload, TAG } from "ts-khqr";

const LIFETIME_MS = 600_000;
let made = 0;

/**
 * A code to test with, made by a library other than the product's own generator: 100 dollars to an individual's
 * account, with a bill number of its own and ten minutes to live.
 */
export function makeSampleKhqr(change: Partial<QRPayload> = {}): { qr: string; md5: string } {
  for (;;) {
    const { data } = KHQR.generate({
      tag: TAG.INDIVIDUAL,
      accountID: "tonle@aclb",
      merchantName: "Tonle Trading",
      currency: CURRENCY.USD,
      amount: 100,
      expirationTimestamp: Date.now() + LIFETIME_MS,
      additionalData: { billNumber: `D${++made}` },
      ...change,
    });
    // One code in 4,096 comes with a checksum of three digits, which is the library's mistake: another is made then.
    if (data && /6304[0-9A-F]{4}$/.test(data.qr)) return data;
  }
}

/** A code that a person kept open for an hour. */
export function makeExpiredKhqr(): { qr: string; md5: string } {
  const now = Date.now;
  // The library stamps the time itself and makes no code that has expired already.
  Date.now = () => now() - 6 * LIFETIME_MS;
  try {
    return makeSampleKhqr();
  } finally {
    Date.now = now;
  }
}
