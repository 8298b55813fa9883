import { CURRENCY, KHQR, type QRPayload, TAG } from "ts-khqr";

const LIFETIME_MS = 600_000;
let made = 0;

/**
 * A code for tests, made by a different library than the product's own generator: 100 dollars to an individual's
 * account, with a unique bill number, valid for ten minutes.
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
    // Due to a bug of the library, one code in 4,096 has a checksum of three digits. Then make another one.
    if (data && /6304[0-9A-F]{4}$/.test(data.qr)) return data;
  }
}

/** A code that expired 50 minutes ago. */
export function makeExpiredKhqr(): { qr: string; md5: string } {
  const now = Date.now;
  // The library stamps the current time and refuses to make an expired code.
  Date.now = () => now() - 6 * LIFETIME_MS;
  try {
    return makeSampleKhqr();
  } finally {
    Date.now = now;
  }
}
