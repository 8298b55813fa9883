import type { Difference, DifferenceKind, MatchTransfer } from "../../worker/bank-statements/match-lines.ts";
import { isoDate } from "../../worker/contract/trade-calendar.ts";

/**
 * A month of a bank account and of the ledger, from a seed: deposits, payouts one by one and in batches, payouts that came back and were recorded, a
 * fee, and 40 differences that somebody must find, five of each kind. The bank's side is written as files, as a bank exports them.
 */
export type StatementMonth = {
  /** The dollar account in the profile `aba`, and the riel account in `canadia-khr`. */
  files: { dollars: Uint8Array; riel: Uint8Array };
  transfers: (MatchTransfer & { clientCents: number })[];
  /** The differences as {@link label} writes them. */
  planted: string[];
  openingCents: number;
  /** Results of all traders by day, in cents. */
  results: Map<number, number>;
  firstDay: number;
  days: number;
};

/** A difference in words that do not depend on the number of its row: the bank's id of the line, and the transfer. */
export function label({ kind, transferId }: Pick<Difference, "kind" | "transferId">, bankId: string | null): string {
  return `${kind} ${bankId ?? "no line"} ${transferId ?? "no transfer"}`;
}

const FIRST_DAY = Math.floor(Date.UTC(2026, 10, 1) / 86_400_000);
const DAYS = 30;
const HOUR_MS = 3_600_000;
/** Phnom Penh, all year. */
const AHEAD_MS = 7 * HOUR_MS;
const OPENING = 41_311_865;

/** @param sizes of a month; a bench asks for larger ones */
export function statementMonth(seed: number, sizes = { deposits: 5_000, payouts: 2_000, each: 5 }): StatementMonth {
  const random = randomOf(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const letters = (count: number) => Array.from({ length: count }, () => ALPHABET[whole(ALPHABET.length)]).join("");
  const lines: Line[] = [];
  const riel: Line[] = [];
  const transfers: StatementMonth["transfers"] = [];
  const planted: string[] = [];
  let [ids, withdrawals] = [0, 1_000 + whole(500)];
  const bankId = () => {
    ids += 1;
    return `FT2611${String(ids).padStart(7, "0")}`;
  };
  /** Between one in the morning and ten in the evening of Phnom Penh. */
  const moment = () => (FIRST_DAY + whole(DAYS)) * 86_400_000 - AHEAD_MS + HOUR_MS + whole(21 * HOUR_MS);
  const dayOf = (atMs: number) => Math.floor((atMs + AHEAD_MS) / 86_400_000);
  const sum = () => 1_000 + whole(100_000);
  const plant = (kind: DifferenceKind, line: Line | null, transfer: { id: string } | null) => {
    planted.push(label({ kind, transferId: transfer?.id ?? null }, line?.bankId ?? null));
  };
  const record = (one: Omit<MatchTransfer, "currency" | "day"> & { atMs: number; clientCents: number }) => {
    const { atMs, ...transfer } = one;
    const made = { ...transfer, currency: "USD" as const, day: dayOf(atMs) };
    transfers.push(made);
    return made;
  };
  const put = (atMs: number, amountCents: number, remark: string, more: Partial<Line> = {}): Line => {
    const line = {
      atMs,
      amountCents,
      remark,
      bankId: bankId(),
      reference: "",
      payer: PAYERS[whole(PAYERS.length)] ?? "",
      ...more,
    };
    lines.push(line);
    return line;
  };
  const code = () => `D${letters(10)}`;

  const deposit = (atMs = moment()) => {
    const amountCents = sum();
    const transfer = record({
      id: `deposit-${transfers.length}`,
      kind: "deposit",
      amountCents,
      clientCents: amountCents,
      ids: [letters(32)],
      code: code(),
      batch: null,
      isBounced: false,
      atMs,
    });
    return { transfer, atMs, amountCents, code: transfer.code };
  };
  const payout = (atMs = moment()) => {
    withdrawals += 1 + whole(9);
    const amountCents = -sum();
    const transfer = record({
      id: `payout-${transfers.length}`,
      kind: "withdrawal",
      amountCents,
      clientCents: amountCents,
      ids: [] as string[],
      code: `WD-${withdrawals}`,
      batch: null,
      isBounced: false,
      atMs,
    });
    return { transfer, atMs, amountCents, code: transfer.code };
  };

  const each = sizes.each;
  for (let i = 0; i < sizes.deposits - 4 * each - Math.ceil(each / 2); i += 1) {
    const { transfer, atMs, amountCents, code: its } = deposit();
    // Most payers' banks keep our code; of the rest the ledger has the bank's own id.
    if (random() < 0.85) put(atMs, amountCents, `${random() < 0.3 ? "top up " : ""}${its}`);
    else transfer.ids = [put(atMs, amountCents, "").bankId];
  }
  const batches = Math.floor((sizes.payouts * 0.3) / 20);
  for (let batch = 0; batch < batches; batch += 1) {
    const atMs = moment();
    const members = Array.from({ length: 20 }, () => payout(atMs));
    for (const { transfer } of members) transfer.batch = `B-${batch + 1}`;
    put(
      atMs,
      members.reduce((total, { amountCents }) => total + amountCents, 0),
      "Bulk out",
      { reference: `B-${batch + 1}` },
    );
  }
  for (let i = 0; i < sizes.payouts - batches * 20 - 2 * each; i += 1) {
    const { transfer, atMs, amountCents, code: its } = payout();
    const line = put(atMs, amountCents, random() < 0.8 ? `Payout ${its}` : "Payout");
    // The bank's id, as the payer typed it.
    if (!line.remark.includes("WD")) transfer.ids = [line.bankId.toLowerCase()];
    if (i % 100 === 0 && dayOf(atMs) < FIRST_DAY + DAYS - 2) {
      const at = (dayOf(atMs) + 1) * 86_400_000 - AHEAD_MS + 2 * HOUR_MS;
      put(at, -amountCents, `RETURN ${its} closed`);
      record({
        id: `returned-${transfers.length}`,
        kind: "payout_returned",
        amountCents: -amountCents,
        clientCents: -amountCents,
        ids: [],
        code: its,
        batch: null,
        isBounced: false,
        atMs: at,
      });
    }
  }
  const feeMs = (FIRST_DAY + 20) * 86_400_000 - AHEAD_MS + 4 * HOUR_MS;
  const fee = put(feeMs, -1_750, "Account fee");
  record({
    id: "fee",
    kind: "fee",
    amountCents: -1_750,
    clientCents: 0,
    ids: [fee.bankId],
    code: null,
    batch: null,
    isBounced: false,
    atMs: feeMs,
  });

  for (let i = 0; i < each; i += 1) {
    // Missing, on the one side or the other.
    if (i % 2 === 0) plant("not_on_statement", null, deposit().transfer);
    else plant("not_credited", put(moment(), sum(), code()), null);
    const doubled = payout();
    put(doubled.atMs, doubled.amountCents, `Payout ${doubled.code}`);
    plant("second_payment", put(doubled.atMs + 60_000, doubled.amountCents, `Payout ${doubled.code}`), null);
    const wrong = deposit();
    plant("wrong_sum", put(wrong.atMs, wrong.amountCents + 1 + whole(500), wrong.code ?? ""), wrong.transfer);
    const inRiel = deposit();
    const rielLine = {
      atMs: inRiel.atMs,
      amountCents: inRiel.amountCents * 4_000,
      remark: inRiel.code ?? "",
      bankId: bankId(),
      reference: "",
      payer: "CHEA DARA",
    };
    riel.push(rielLine);
    plant("wrong_currency", rielLine, inRiel.transfer);
    const bounced = payout();
    put(bounced.atMs, bounced.amountCents, `Payout ${bounced.code}`);
    plant("payout_back", put(bounced.atMs + 120_000, -bounced.amountCents, `RETURN ${bounced.code}`), null);
    plant("unknown_payment", put(moment(), sum(), "tonle top up"), null);
    const twice = deposit();
    put(twice.atMs, twice.amountCents, twice.code ?? "");
    plant("second_payment", put(twice.atMs + 30_000, twice.amountCents, twice.code ?? ""), null);
    const lateMs = (FIRST_DAY + whole(DAYS - 1)) * 86_400_000 - AHEAD_MS + 23.5 * HOUR_MS;
    const late = deposit(lateMs);
    plant("other_day", put(lateMs + HOUR_MS, late.amountCents, late.code ?? ""), late.transfer);
  }

  const results = new Map(Array.from({ length: DAYS }, (_, i) => [FIRST_DAY + i, whole(400_000) - 200_000]));
  transfers.sort((a, b) => a.day - b.day);
  return {
    files: { dollars: dollarsFile(lines), riel: rielFile(riel) },
    transfers,
    planted: planted.sort(),
    openingCents: OPENING,
    results,
    firstDay: FIRST_DAY,
    days: DAYS,
  };
}

type Line = { atMs: number; amountCents: number; remark: string; bankId: string; reference: string; payer: string };

const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const PAYERS = ["CHAN SOKHA", "KEO RITHY", "LIM BOPHA", "TEP MAKARA", "MAO CHENDA"];

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function clockOf(atMs: number): [date: string, time: string] {
  const wall = atMs + AHEAD_MS;
  const [year, month, day] = isoDate(Math.floor(wall / 86_400_000)).split("-");
  return [`${day}/${month}/${year}`, new Date(wall).toISOString().slice(11, 16)];
}

const plain = (cents: number) => (cents / 100).toFixed(2);

function dollarsFile(lines: readonly Line[]): Uint8Array {
  let balance = OPENING;
  const rows = lines
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, amountCents, remark, bankId, reference, payer }) => {
      balance += amountCents;
      const [date, time] = clockOf(atMs);
      const sums = amountCents < 0 ? [plain(-amountCents), ""] : ["", plain(amountCents)];
      return [date, time, bankId, reference, payer, "", remark, ...sums, "USD", plain(balance)].join(",");
    });
  const head = `Account number,000124410\nCurrency,USD\nOpening balance,${plain(OPENING)}\nClosing balance,${plain(balance)}\n`;
  const names =
    "Date,Time,Transaction ID,Reference,Counterparty,Counterparty account,Remark,Money out,Money in,CCY,Balance\n";
  return new TextEncoder().encode(head + names + rows.join("\n"));
}

function rielFile(lines: readonly Line[]): Uint8Array {
  let balance = 0;
  const rows = lines
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, amountCents, remark, bankId, payer }) => {
      balance += amountCents;
      const comma = (cents: number) => plain(cents).replace(".", ",");
      return [clockOf(atMs)[0], bankId, payer, remark, "", comma(amountCents), comma(balance)].join(";");
    });
  // Windows-1252 has these letters where Latin-1 has them.
  const text = `Compte;001000075512\nDate;N° opération;Donneur d'ordre;Libellé;Débit;Crédit;Solde\n${rows.join("\n")}`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
