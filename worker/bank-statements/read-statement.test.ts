import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../contract/errors.ts";
import { isoDate } from "../contract/trade-calendar.ts";
import { csvLine } from "../platform/csv.ts";
import { type ExpectedAccount, type ReadLine, readStatement } from "./read-statement.ts";
import { profileOf, STATEMENT_LIMITS, type StatementProfile } from "./statement-profile.ts";

const NOW = Date.UTC(2026, 10, 24);
const DOLLARS: ExpectedAccount = { number: null, currency: "USD" };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const example = (name: string) => new Uint8Array(readFileSync(join(import.meta.dir, "examples", name)));

function profile(id: string): StatementProfile {
  const found = profileOf(id);
  if (!found) throw new Error(`no profile ${id}`);
  return found;
}

const ABA = profile("aba");
const HEAD =
  "Account number,000124410\nCurrency,USD\nDate,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance\n";
const aba = (...rows: string[]) => bytesOf(HEAD + rows.join("\n"));

function refusalOf(bytes: Uint8Array, { of = ABA, account = DOLLARS } = {}): string {
  try {
    readStatement(bytes, of, account, NOW);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input" && error.field === "file") return error.message;
    throw error;
  }
  return "read";
}

const shown = ({ day, atMs, amountCents, balanceCents, bankId, reference, payer, remark }: ReadLine) => [
  isoDate(day),
  atMs && new Date(atMs).toISOString().slice(11, 16),
  amountCents,
  balanceCents,
  bankId ?? reference,
  payer,
  remark,
];

describe("each profile reads its bank's file", () => {
  test("the number of an account in digits of another script is that number", () => {
    const khmer = bytesOf(HEAD.replace("000124410", "០០០ ១២៤ ៤១០") + LINE);
    const { accountNumber } = readStatement(khmer, ABA, { number: "000124410", currency: "USD" }, NOW);
    expect(accountNumber).toBe("000 124 410");
  });

  test("UTF-8 with a mark, debit and credit, dates with times in Phnom Penh, a currency for each line", () => {
    const { lines, ...rest } = readStatement(example("aba.csv"), ABA, { number: "000-124-410", currency: "USD" }, NOW);
    expect(rest).toEqual({
      accountNumber: "000 124 410",
      openingCents: 1_240_000,
      closingCents: 1_270_250,
      repeated: [],
    });
    expect(lines.map(shown)).toEqual([
      ["2026-11-21", "01:50", 7_500, 1_247_500, "FT26112100017", "KOY RACHANA", "DDB2QX9A7DN"],
      ["2026-11-21", "04:00", -1_750, 1_245_750, "FT26112100090", null, "Account fee, November"],
      ["2026-11-21", "06:44", -18_000, 1_227_750, "FT26112100203", "HENG VISAL", "Payout WD-2257"],
      [
        "2026-11-21",
        "09:05",
        15_000,
        1_242_750,
        "FT26112138806",
        "PHAN SREYLEAK",
        '=HYPERLINK("http://example.com","tonle top up")',
      ],
      ["2026-11-21", "09:21", 27_500, 1_270_250, "FT26112138900", "កែវ រិទ្ធី", "D5K9YS6TTXV"],
    ]);
    // A formula is kept as the payer wrote it, and no file that is written of it runs it.
    expect(csvLine([lines[3]?.remark ?? null])).toStartWith("\"'=HYPERLINK");
  });

  test("UTF-16, the newest line first, one signed column, days alone", () => {
    const { lines, ...rest } = readStatement(example("acleda.txt"), profile("acleda"), DOLLARS, NOW);
    expect(rest).toMatchObject({ accountNumber: "3400-20-118842-1-7", openingCents: 100_000, closingCents: 134_000 });
    expect(lines.map(shown)).toEqual([
      ["2026-11-21", null, -20_000, 80_000, "AC9901", null, "Bulk out B-117"],
      ["2026-11-21", null, 50_000, 130_000, "AC9902", "CHAN SOKHA", "D84QVQSXYG7"],
      ["2026-11-23", null, 4_000, 134_000, "AC9931", "MEAS SOPHEAK", "+855 12 000 111 called, no code"],
    ]);
  });

  test("Windows-1252, decimal commas, riel", () => {
    const { lines } = readStatement(
      example("canadia-khr.csv"),
      profile("canadia-khr"),
      { number: null, currency: "KHR" },
      NOW,
    );
    expect(lines.map(shown)).toEqual([
      ["2026-11-21", null, 40_000_000, 140_000_000, "8812", "CHEA DARA", "D22F33XHGEF"],
      ["2026-11-21", null, -400_000, 139_600_000, "8813", null, "Frais de tenue de compte"],
    ]);
  });

  test("the network's list: the hash names a payment, and the account stands in each line", () => {
    const { lines, accountNumber } = readStatement(example("khqr.csv"), profile("khqr"), DOLLARS, NOW);
    expect(accountNumber).toBe("tonle@devb");
    expect(
      lines.map(({ amountCents, networkHash, reference }) => [amountCents, networkHash?.slice(0, 6), reference]),
    ).toEqual([
      [50_000, "8f1c2d", "D84QVQSXYG7"],
      [12_050, "1e2d3c", "D22F33XHGEF"],
    ]);
  });
});

const LINE = "21/11/2026,08:50,FT1,,KOY RACHANA,,DDB2QX9A7DN,,75.00,USD,175.00";
const with_ = (at: number, cell: string) => LINE.split(",").with(at, cell).join(",");

test.each<[name: string, bytes: Uint8Array, message: string]>([
  ["nothing", bytesOf(""), "This file is empty"],
  ["spaces", bytesOf(" \n\n"), "This file is empty"],
  [
    "a huge file",
    new Uint8Array(STATEMENT_LIMITS.bytes + 1),
    "A statement has at most 5 MB. Export fewer days at a time.",
  ],
  [
    "too many lines",
    aba(...Array<string>(STATEMENT_LIMITS.lines).fill(LINE)),
    "A statement has at most 40,000 lines. Export fewer days at a time.",
  ],
  ["too many columns", aba(`${LINE}${",x".repeat(40)}`), "Line 4 has more than 40 columns"],
  ["a long cell", aba(with_(6, "x".repeat(501))), "Line 4: “Remark” is longer than a bank writes"],
  ["an open quotation mark", aba(with_(6, '"open')), "Line 4: a quotation mark is not closed, or stands within a cell"],
  ["text that turns around", aba(with_(6, "\u202eevil")), "Line 4: “Remark” has characters that cannot be displayed"],
  [
    "a picture",
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    "This file has no text in columns. Export the statement as CSV.",
  ],
  ["a PDF", bytesOf("%PDF-1.4\n1 0 obj"), "This file has no text in columns. Export the statement as CSV."],
  [
    "UTF-16",
    example("acleda.txt"),
    "This profile reads UTF-8, but the file is UTF-16. Choose the bank's profile, or export the statement again.",
  ],
  [
    "Windows-1252",
    example("canadia-khr.csv"),
    "This profile reads UTF-8, but the file is Windows-1252. Choose the bank's profile, or export the statement again.",
  ],
  ["another bank", example("khqr.csv"), "No line of the file names the column “Date” that this profile reads"],
  [
    "a column twice",
    bytesOf(HEAD.replace("Balance\n", "Balance,Remark\n") + LINE),
    "The file has two columns “Remark”",
  ],
  [
    "no lines",
    bytesOf(HEAD),
    "This statement has no lines. Say for which days it was exported, if nothing moved on them.",
  ],
  ["a formula for a sum", aba(with_(8, "=75+0")), "Line 4: “=75+0” is no sum of this profile"],
  ["a third decimal", aba(with_(8, "75.001")), "Line 4: “75.001” is no sum of this profile"],
  ["an exponent", aba(with_(8, "7e1")), "Line 4: “7e1” is no sum of this profile"],
  ["a sum that means a debit", aba(with_(8, "75.00 DR")), "Line 4: “75.00 DR” is no sum of this profile"],
  ["a decimal comma", aba(with_(8, '"75,00"')), "Line 4: “75,00” is no sum of this profile"],
  ["debit and credit", aba(with_(7, "75.00")), "Line 4 needs a sum that went out or one that came in, not both"],
  ["neither", aba(with_(8, "0.00")), "Line 4 moves nothing"],
  ["no day", aba(with_(0, "31/02/2026")), "Line 4: “31/02/2026 08:50” is no date of this profile"],
  ["the month first", aba(with_(0, "11/21/2026")), "Line 4: “11/21/2026 08:50” is no date of this profile"],
  ["a later day", aba(with_(0, "12/12/2026")), "Line 4 is in the future"],
  [
    "another currency in a line",
    aba(LINE, with_(9, "KHR")),
    "Line 5 is in KHR, and the account that you chose is in USD",
  ],
  [
    "another currency in the head",
    bytesOf(HEAD.replace("Currency,USD", "Currency,KHR") + LINE),
    "This statement is in KHR, and the account that you chose is in USD",
  ],
  [
    "no account",
    bytesOf(HEAD.replace("Account number,000124410\n", "") + LINE),
    "The file does not say “Account number”, so it cannot be told whose statement it is",
  ],
  ["one id for two lines", aba(LINE, with_(8, "76.00")), "Lines 4 and 5 have one ID of the bank, but differ"],
  [
    "a balance that its lines do not come to",
    aba(LINE, "21/11/2026,08:51,FT2,,,,,,5.00,USD,181.00"),
    "Line 5 says a balance of $181.00, but the lines before it come to $180.00. Nothing was imported.",
  ],
  [
    "a closing balance that they do not come to",
    bytesOf(`Closing balance,176.00\n${HEAD}${LINE}`),
    "The statement says a closing balance of $176.00, but its lines come to $175.00. Nothing was imported.",
  ],
])("%s is refused by name", (_, bytes, message) => {
  expect(refusalOf(bytes)).toBe(message);
});

test("another account's statement is refused, in its head and in a line", () => {
  expect(refusalOf(example("aba.csv"), { account: { number: "000 124 411", currency: "USD" } })).toBe(
    "This is the statement of account 000 124 410, not of the one that you chose",
  );
  const other = new TextDecoder().decode(example("khqr.csv")).replace(/tonle@devb(?=,USD,120)/, "other@devb");
  expect(refusalOf(bytesOf(other), { of: profile("khqr") })).toBe(
    "Line 3 is of account other@devb, not of the one that you chose",
  );
  expect(refusalOf(example("canadia-khr.csv"), { of: profile("canadia-khr") })).toBe(
    "This statement is in KHR, and the account that you chose is in USD",
  );
});

test("the same line twice counts once, by its id or as a whole, and is said", () => {
  const { lines, repeated, closingCents } = readStatement(
    aba(LINE, LINE, "21/11/2026,08:51,FT2,,,,,,5.00,USD,180.00"),
    ABA,
    DOLLARS,
    NOW,
  );
  expect([lines.map(({ line }) => line), repeated, closingCents]).toEqual([[4, 6], [5], 18_000]);
  const plain = with_(2, "");
  expect(readStatement(aba(plain, plain), ABA, DOLLARS, NOW).repeated).toEqual([5]);
});
