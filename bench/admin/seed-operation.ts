import { DAY_MS } from "../../worker/contract/time.ts";
import { ADMINS } from "./seed-people.ts";
import { inTransaction, roundStartMs, runRound, type Seed, transfersOf } from "./seed-sql.ts";

/** The company's account at a bank, and the acts, statements, batches and incidents of its operation. */

/** The bank account in dollars that batches pay from and whose statements are there. */
export const BANK_ACCOUNT = "aba-1";
/** The balance of the bank account before the first batch, cents. An adjustment puts it there. */
const FUNDS_CENTS = 2_000_000_00;

/** The seed has one fee of the bank for this many traders. */
const FEE_SHARE = 50;
/** Of ten fees one waits for its second operator, and one was cancelled. */
const isOpen = `i % ${FEE_SHARE * 10} = 2`;
const isCancelled = `i % ${FEE_SHARE * 10} = ${2 + FEE_SHARE}`;

/** How many transfers the acts have posted. @param users those of the seed */
export function bookTransfers(users: number): number {
  return 1 + (users / FEE_SHARE / 10) * 8;
}

/** Bank accounts in both currencies, money on the one in dollars, and fees of the bank, which two operators posted. */
export function seedBooks(seed: Seed, round: number): void {
  const at = roundStartMs(seed, round);
  const act = (values: string, from: string) =>
    `INSERT INTO book_acts (id, kind, from_account, to_account, amount_cents, bank_reference, reason, proposed_by, proposed_at_ms) SELECT ${values} ${from}`;
  const approve = (id: string, cents: string, when: string, from: string) =>
    `INSERT INTO approvals (subject, act, admin_id, detail, at_ms)
      SELECT 'book:' || ${id}, 'approve', admin.value, CAST(${cents} AS TEXT), ${when} FROM json_each('${JSON.stringify(ADMINS)}') AS admin, (SELECT * ${from})`;
  inTransaction(seed.engine, [
    `INSERT INTO bank_accounts (id, name, currency, opened_by, opened_at_ms)
      VALUES ('${BANK_ACCOUNT}', 'ABA dollars', 'USD', '${ADMINS[0]}', ${at}), ('acleda-2', 'ACLEDA riel', 'KHR', '${ADMINS[0]}', ${at})`,
    act(
      `'funds', 'adjustment', 'house:bank:${BANK_ACCOUNT}', 'house:khqr', ${FUNDS_CENTS}, NULL, 'Settled', '${ADMINS[0]}', ${at}`,
      "",
    ),
    approve("'funds'", String(FUNDS_CENTS), String(at), "FROM people WHERE i = 0"),
    ...transfersOf({
      people: "people WHERE i = 0",
      number: "99",
      kind: "adjustment",
      reference: "'book:funds'",
      memo: "Settled",
      actor: `'${ADMINS[1]}'`,
      at: String(at),
      from: `'house:bank:${BANK_ACCOUNT}'`,
      to: "'house:khqr'",
      cents: String(FUNDS_CENTS),
    }),
    "DELETE FROM money_journal_rows",
  ]);
  const id = "('fee-' || i)";
  const cents = "(50 + i % 100)";
  runRound(seed, { round }, ({ people, early, late }) => {
    const all = `${people} AND i % ${FEE_SHARE} = 2`;
    const posted = `${all} AND NOT (${isOpen}) AND NOT (${isCancelled})`;
    return [
      act(
        `${id}, 'fee', 'house:fees', 'house:bank:${BANK_ACCOUNT}', ${cents}, 'FEE ' || i, 'Of the bank', '${ADMINS[0]}', ${early}`,
        `FROM ${all}`,
      ),
      approve(id, cents, early, `FROM ${posted}`),
      ...transfersOf({
        people: posted,
        number: "i * 100 + 98",
        kind: "fee",
        reference: `'book:' || ${id}`,
        memo: "Of the bank",
        actor: `'${ADMINS[1]}'`,
        at: late,
        from: "'house:fees'",
        to: `'house:bank:${BANK_ACCOUNT}'`,
        cents,
      }),
      `UPDATE book_acts SET cancelled_by = '${ADMINS[1]}', cancelled_at_ms = ${late}
        FROM ${all} AND ${isCancelled} AND book_acts.id = ${id}`,
    ];
  });
}

/** One line in so many is open, and so is its transfer. */
const OPEN_LINES = 500;

/** A statement for each day of a round of deposits, with a line for each of them. */
export function seedStatements(seed: Seed, round: number): void {
  const [fromMs, toMs] = [roundStartMs(seed, round), roundStartMs(seed, round + 1)];
  const paid = (join = "") =>
    `FROM deposits ${join} WHERE deposits.status = 'paid' AND deposits.created_at_ms >= ${fromMs} AND deposits.created_at_ms < ${toMs}`;
  const day = `(deposits.created_at_ms / ${DAY_MS})`;
  const isMatched = `deposits.rowid % ${OPEN_LINES} > 0`;
  inTransaction(seed.engine, [
    `INSERT INTO bank_statements (id, account_id, profile, file_name, digest, account_number, first_day, last_day, line_count, known_count, repeated_count, imported_by, imported_at_ms)
      SELECT 'statement-' || ${day}, '${BANK_ACCOUNT}', 'aba', 'statement.csv', 'digest ' || ${day}, '000 123 456', ${day}, ${day}, count(*), 0, 0,
        '${ADMINS[0]}', (${day} + 1) * ${DAY_MS} ${paid()} GROUP BY ${day} ORDER BY ${day}`,
    `INSERT INTO statement_lines (id, statement_id, account_id, line, position, line_key, day, at_ms, amount_cents, currency, bank_id, reference, network_hash, payer, payer_account)
      SELECT 'line-' || bill_number, 'statement-' || ${day}, '${BANK_ACCOUNT}', 1, deposits.rowid, bill_number, ${day}, paid_at_ms, paid_cents, 'USD',
        'BK' || bill_number, bill_number, settlement_hash, first_name || ' ' || last_name, 'A' || username
      ${paid("JOIN users ON users.id = deposits.user_id")}`,
    `INSERT INTO line_match_transfers (match_id, transfer_id) SELECT 'match-' || bill_number, transfers.id
      ${paid("JOIN transfers ON transfers.kind = 'deposit' AND transfers.reference = 'deposit:' || deposits.id")} AND ${isMatched}`,
    `INSERT INTO line_matches (id, line_id, why, matched_at_ms)
      SELECT 'match-' || bill_number, 'line-' || bill_number, 'code', (${day} + 1) * ${DAY_MS} ${paid()} AND ${isMatched}`,
    "DELETE FROM money_journal_rows",
  ]);
}

/** Incidents, each of which somebody was told of: nine in ten have ended, and one admin takes care of each second other. */
export function seedIncidents({ engine, users, nowMs }: Seed): void {
  const count = users / 50;
  const opened = `(${nowMs} - (${count} - value) * 3600000)`;
  const all = "FROM numbers";
  inTransaction(engine, [
    `CREATE TEMP TABLE numbers AS SELECT i AS value FROM people WHERE i > 0 AND i <= ${count}`,
    `INSERT INTO incidents (cause, opened_at_ms, seen_at_ms, tells) SELECT 'payment_mismatch:D' || value, ${opened}, ${opened}, 1 ${all}`,
    `INSERT INTO incident_tells (incident_id, number, user_id, at_ms, channel, confirmed_at_ms)
      SELECT incidents.id, 1, admin.value, opened_at_ms, 'email', opened_at_ms + 60000 FROM incidents, json_each('${JSON.stringify(ADMINS)}') AS admin`,
    `UPDATE incidents SET acknowledged_by = '${ADMINS[0]}', acknowledged_at_ms = opened_at_ms + 120000 WHERE id % 20 > 0`,
    "UPDATE incidents SET ended_at_ms = opened_at_ms + 600000 WHERE id % 10 > 0",
    `INSERT INTO on_call_rotas (first_monday, set_by, set_at_ms) SELECT (${nowMs} / ${DAY_MS} + 3) / 7 * 7 - 3, '${ADMINS[0]}', ${nowMs} - 1000`,
    `INSERT INTO on_call_rota_members (rota_id, position, user_id) SELECT 1, key, value FROM json_each('${JSON.stringify(ADMINS)}')`,
  ]);
}

/** How many withdrawals a batch pays. */
const BATCH_SIZE = 100;
/** The first of the traders, one in so many, are paid by batches. */
const BATCH_SHARE = 10;
const FIRST_NUMBER = 101;

/** Payments by batches of the completed withdrawals of a round. */
export type Batches = {
  /** When a payment began and was completed, SQL: of those of a batch at once. */
  paidAt: string;
  /** The statements that pay by batches what is being paid, up to what the bank says of it. */
  pay: () => string[];
};

/**
 * @param given.withdrawal its id, and `cents` its amount, SQL
 * @param given.late a person's time, SQL
 * @param given.paymentId the bank's id, SQL
 */
export function batchesOf(
  { users }: Seed,
  given: { from: number; to: number; late: string; withdrawal: string; cents: string; paymentId: string },
): Batches {
  const { from, to, late, withdrawal, cents, paymentId } = given;
  const paid = users / BATCH_SHARE;
  const payer = `'${ADMINS[1]}'`;
  const atOnce = late.replace("(i - ", `(i - i % ${BATCH_SIZE} + ${BATCH_SIZE - 1} - `);
  return {
    paidAt: `(CASE WHEN i < ${paid} THEN ${atOnce} ELSE ${late} END)`,
    pay: () =>
      Array.from({ length: Math.max(0, Math.ceil((Math.min(to, paid) - from) / BATCH_SIZE)) }, (_, place) => {
        const first = from + place * BATCH_SIZE;
        const [id, result] = [`'batch-${first}'`, `'result-${first}'`];
        const people = `people WHERE i >= ${first} AND i < ${Math.min(first + BATCH_SIZE, paid)}`;
        const line = `i - ${first} + 1`;
        const reference = `'B-${FIRST_NUMBER + first / BATCH_SIZE}/' || (${line})`;
        const at = `(SELECT ${atOnce} FROM people WHERE i = ${first})`;
        return [
          `INSERT INTO payout_batch_items (batch_id, line, withdrawal_id, reference, amount_cents)
            SELECT ${id}, ${line}, ${withdrawal}, ${reference}, ${cents} FROM ${people}`,
          `INSERT INTO payout_batches (id, number, bank_account_id, profile, item_count, total_cents, free_cents, file_digest, made_by, made_at_ms)
            SELECT ${id}, ${FIRST_NUMBER + first / BATCH_SIZE}, '${BANK_ACCOUNT}', 'aba-bulk', count(*), sum(amount_cents),
              (SELECT balance_cents - with_bank_cents - unsettled_cents FROM payout_accounts WHERE id = '${BANK_ACCOUNT}'), 'digest ${first}', ${payer}, ${at}
            FROM payout_batch_items WHERE batch_id = ${id}`,
          `INSERT INTO payout_results (id, batch_id, file_name, digest, imported_by, imported_at_ms)
            VALUES (${result}, ${id}, 'result.csv', 'digest ${first}', ${payer}, ${at})`,
          `INSERT INTO payout_result_lines (id, result_id, batch_id, line, row_key, reference, amount_cents, outcome, bank_id)
            SELECT 'said-' || i, ${result}, ${id}, ${line}, 'row ' || i, ${reference}, ${cents}, 'completed', ${paymentId} FROM ${people}`,
          `UPDATE payout_batch_items SET outcome = 'completed', payment_id = ${paymentId}, result_line_id = 'said-' || i, settled_by = ${payer}, settled_at_ms = ${at}
            FROM ${people} AND payout_batch_items.batch_id = ${id} AND payout_batch_items.line = ${line}`,
        ];
      }).flat(),
  };
}
