import { renderSVG } from "uqr";
import { iso, isoOrNull } from "../contract/iso-time.ts";
import { dollarsFromCents } from "../contract/money.ts";
import type { DepositRow } from "./deposit-store.ts";

/** The columns that the owner sees. */
type ShownDeposit = Pick<
  DepositRow,
  | "id"
  | "amountCents"
  | "status"
  | "billNumber"
  | "createdAtMs"
  | "updatedAtMs"
  | "expiresAtMs"
  | "paidAtMs"
  | "paidCents"
  | "reversedAtMs"
  | "md5Hash"
>;

/**
 * A deposit as the API shows it: specification section 3, with the time at which its code expires. Money in dollars.
 */
export function depositView(row: ShownDeposit) {
  return {
    _id: row.id,
    amount: dollarsFromCents(row.amountCents),
    status: row.status,
    billNumber: row.billNumber,
    createdAt: iso(row.createdAtMs),
    updatedAt: iso(row.updatedAtMs),
    expiresAt: iso(row.expiresAtMs),
    /** The sum credited; it differs from the one asked where a payment of another sum was matched. Null until then. */
    paidAmount: row.paidCents === null ? null : dollarsFromCents(row.paidCents),
    paymentVerifiedAt: row.paidAtMs === null ? null : iso(row.paidAtMs),
    /** When the bank took the payment back: it stays paid, is shown as Reversed, and counts in no total. */
    reversedAt: isoOrNull(row.reversedAtMs),
    md5Hash: row.md5Hash,
  };
}

/** The view of a deposit with what is needed to pay it. `qrCodeImage` is an SVG as a data URL. */
export function payableDepositView(row: ShownDeposit & Pick<DepositRow, "qrString" | "deeplink">) {
  return { ...depositView(row), qrString: row.qrString, deeplink: row.deeplink, qrCodeImage: qrImage(row.qrString) };
}

/**
 * The mask of all codes. The standard's choice, which takes longer than all else that opening a deposit does, is this
 * one for 98 of 100 KHQR codes, and for the others one that is hardly better.
 */
export const QR_MASK = 2;

function qrImage(qrString: string): string {
  const svg = renderSVG(qrString, { ecc: "M", border: 4, pixelSize: 1, maskPattern: QR_MASK });
  return `data:image/svg+xml;base64,${btoa(svg)}`;
}
