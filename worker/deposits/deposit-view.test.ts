import { expect, test } from "bun:test";
import { encode } from "uqr";
import { cents } from "../contract/money.ts";
import { QR_MASK } from "./deposit-view.ts";
import { encodeKhqr } from "./khqr.ts";

test("the mask of the images is the one that the standard chooses for almost every code", () => {
  const codes = Array.from({ length: 50 }, (_, i) =>
    encodeKhqr({
      accountId: "tonle_trading@aclb",
      merchantName: "Tonle Trading",
      merchantCity: "Phnom Penh",
      amountCents: cents(1_000 + i * 19_777),
      billNumber: `D${(i * 7_919 + 1_000_000).toString().padStart(10, "2")}`,
      createdAtMs: 1_790_000_000_000 + i * 77_777_777,
      expiresAtMs: 1_790_000_600_000 + i * 77_777_777,
    }),
  );
  const chosen = codes.map((text) => encode(text, { ecc: "M" }).maskPattern);
  expect(chosen.filter((mask) => mask === QR_MASK).length).toBeGreaterThanOrEqual(48);
});
