import { batchesOf } from "./seed-operation.ts";
import { ADMINS, NAME } from "./seed-people.ts";
import { audit, digest, inTransaction, runRound, type Seed, transfersOf, uuid } from "./seed-sql.ts";

/** One trader in fifty has an open withdrawal. They have one more paid deposit, so that all have ten transfers. */
const WAITING_SHARE = 1 / 50;

const user = uuid("user", "i");
const available = `'available:' || ${user}`;
const held = `'held:' || ${user}`;

/** A unique number per round, step and person, from which ids are derived. */
const numberOf = (round: number, step = 0) => `i * 100 + ${round * 4 + step}`;

const paidNumber = (round: number) => numberOf(round, 3);

/** A paid deposit for all traders, or for the first few: opened, and paid at once by its transfer. */
export function seedPaidDeposits(seed: Seed, given: { round: number; of?: number }): void {
  const { round } = given;
  const number = paidNumber(round);
  const id = uuid("deposit", number);
  const cents = `(2000 + (i * 7919 + ${round} * 104729) % 98001)`;
  runRound(seed, given, ({ people, early }) => [
    openDeposits({ people, id, number, at: early, cents }),
    ...transfersOf({
      people,
      number,
      kind: "deposit",
      reference: `'deposit:' || ${id}`,
      memo: "Deposit by KHQR",
      actor: "'system'",
      at: early,
      from: "'house:khqr'",
      to: available,
      cents,
    }),
    `UPDATE deposits SET status = 'paid', paid_at_ms = created_at_ms, paid_cents = deposits.amount_cents, settlement_hash = ${digest("transfer", number, 64)}, next_ask_at_ms = NULL
      FROM ${people} AND deposits.id = ${id}`,
    audit({
      people,
      action: "deposit.created",
      at: early,
      actor: user,
      subject: `'deposit:' || ${id}`,
      detail: `json_object('amountCents', ${cents})`,
    }),
    audit({
      people,
      action: "deposit.paid",
      at: early,
      actor: "'system'",
      subject: `'deposit:' || ${id}`,
      detail: `json_object('amountCents', ${cents})`,
    }),
  ]);
}

/** Unpaid codes: half of the traders have one, and for one trader in fifty it is still open. */
export function seedUnpaidDeposits(seed: Seed, round: number): void {
  const number = numberOf(round, 2);
  const id = uuid("deposit", number);
  runRound(seed, { round }, ({ people, early, late }) => {
    const some = `${people} AND i % 2 = 0`;
    return [
      openDeposits({ people: some, id, number, at: early, cents: "5000" }),
      `UPDATE deposits SET status = 'expired', updated_at_ms = ${late}, next_ask_at_ms = NULL
        FROM ${some} AND i % 50 > 0 AND deposits.id = ${id}`,
    ];
  });
}

function openDeposits(given: { people: string; id: string; number: string; at: string; cents: string }): string {
  const { people, id, number, at, cents } = given;
  return `INSERT INTO deposits (id, user_id, amount_cents, status, bill_number, qr_string, md5_hash, created_at_ms, updated_at_ms, expires_at_ms, next_ask_at_ms)
    SELECT ${id}, ${user}, ${cents}, 'pending', printf('D%010d', ${number}),
      printf('00020101021229180014tonle@aclb52045999530384054065802KH5913Tonle Trading6010Phnom Penh6214D%010d6304ABCD', ${number}),
      ${digest("deposit", number, 32)}, ${at}, ${at}, ${at} + 600000, ${at} FROM ${people}`;
}

/** Payment exceptions: one trader in fifty had one; one in ten of these is open. */
export function seedExceptions(seed: Seed, given: { round: number; deposits: number }): void {
  const deposit = uuid("deposit", paidNumber(given.deposits));
  const id = uuid("exception", "i");
  runRound(seed, given, ({ people, early, late }) => {
    const some = `${people} AND i % 50 = 1`;
    return [
      `INSERT INTO payment_exceptions (id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, created_at_ms)
        SELECT ${id}, ${deposit}, ${digest("exception", "i", 64)}, 'wrong_amount', 12.5, 'USD', ${early}, ${early} FROM ${some}`,
      `UPDATE payment_exceptions SET status = 'dismissed', note = 'Nothing to do',
          decided_by = '${ADMINS[0]}', decided_at_ms = ${late}, version = 2
        FROM ${some} AND i % 500 <> 1 AND payment_exceptions.id = ${id}`,
    ];
  });
}

/** An import of one closed trade for each trader: one admin uploads the file, the other commits it. */
export function seedImports(seed: Seed, round: number): void {
  const id = uuid("import", "i");
  const cents = "((i * 17) % 1900 + 1)";
  runRound(seed, { round }, ({ people, early, late }) => [
    `INSERT INTO imports (id, user_id, status, file_name, format, time_zone, row_count, created_by, created_at_ms)
      SELECT ${id}, ${user}, 'staged', 'trades.csv', 'csv', 'UTC', 1, '${ADMINS[0]}', ${early} FROM ${people}`,
    `INSERT INTO trades (user_id, import_id, ticket, symbol, direction, lot_micros, entry_price, exit_price, opened_at_ms, closed_at_ms, profit_cents)
      SELECT ${user}, ${id}, i, 'XAUUSDm', 'Buy', 10000, 2400, 2410, ${early} - 7200000, ${early} - 3600000,
        CASE i % 2 WHEN 0 THEN ${cents} ELSE -${cents} END FROM ${people}`,
    ...transfersOf({
      people,
      number: numberOf(round),
      kind: "trades",
      reference: `'import:' || ${id} || ':commit'`,
      memo: "Trades",
      actor: `'${ADMINS[1]}'`,
      at: late,
      cents,
      from: `CASE i % 2 WHEN 0 THEN 'house:trading' ELSE ${available} END`,
      to: `CASE i % 2 WHEN 0 THEN ${available} ELSE 'house:trading' END`,
    }),
    `UPDATE imports SET status = 'committed', trade_count = 1, committed_by = '${ADMINS[1]}', committed_at_ms = ${late},
        profit_cents = CASE i % 2 WHEN 0 THEN ${cents} ELSE -${cents} END
      FROM ${people} AND imports.id = ${id}`,
    audit({
      people,
      action: "import.committed",
      at: late,
      actor: `'${ADMINS[1]}'`,
      subject: `'import:' || ${id}`,
      detail: "'{}'",
    }),
  ]);
}

/** A completed withdrawal for each trader: approved, and paid with a proof; those of the first tenth by batches of a bank's file. */
export function seedCompletedWithdrawals(seed: Seed, round: number): void {
  const { id, cents, request, move } = withdrawalsOf(round, "(500 + (i * 31) % 5001)");
  const proof = "printf('proof%038d.jpg', i)";
  runRound(seed, { round }, ({ people, early, late, from, to }) => {
    const { paidAt, pay } = batchesOf(seed, { from, to, late, withdrawal: id, cents, paymentId: PAYMENT_ID });
    return [
      ...request(people, early),
      `INSERT INTO images (filename, user_id, purpose, object_key, content_type, size_bytes, width_px, height_px, uploaded_by, created_at_ms)
      SELECT ${proof}, ${user}, 'proof', ${digest("withdrawal", "i", 64)}, 'image/jpeg', 150000, 1200, 800, '${ADMINS[0]}', ${late} FROM ${people}`,
      `INSERT INTO withdrawal_images (filename, withdrawal_id, kind, message, uploaded_at_ms)
      SELECT ${proof}, ${id}, 'proof', 'Paid', ${late} FROM ${people}`,
      checkNames(people, { id, at: late }),
      insertApprovals(people, { id, act: "approve", detail: "''", at: late }),
      `UPDATE withdrawals SET status = 'approved', version = 2, decided_by = '${ADMINS[0]}', reviewed_at_ms = ${late}, approved_at_ms = ${late},
        ${UNVERIFIED_REASON}
      FROM ${people} AND withdrawals.id = ${id}`,
      `UPDATE withdrawals SET payer_id = '${ADMINS[1]}', payment_started_at_ms = ${paidAt} FROM ${people} AND withdrawals.id = ${id}`,
      ...pay(),
      insertApprovals(people, { id, act: "complete", detail: PAYMENT_ID, at: paidAt, admins: [ADMINS[1]] }),
      ...move(people, { step: 1, name: "complete", at: paidAt, from: held, to: "'house:payout'", cents }),
      `UPDATE withdrawals SET status = 'completed', version = 3, decided_by = '${ADMINS[1]}', completed_at_ms = ${paidAt},
        payment_id = ${PAYMENT_ID}, updated_at_ms = ${paidAt}
      FROM ${people} AND withdrawals.id = ${id}`,
      audit({
        people,
        action: "withdrawal.completed",
        at: late,
        actor: `'${ADMINS[1]}'`,
        subject: `'withdrawal:' || ${id}`,
        detail: `json_object('amountCents', ${cents})`,
      }),
    ];
  });
}

/**
 * A second withdrawal for every second trader: rejected, except for open ones.
 *
 * @returns how many traders have an open one
 */
export function seedOtherWithdrawals(seed: Seed, round: number): number {
  const { id, cents, request, move } = withdrawalsOf(round, "(100 + i % 401)");
  const waiting = Math.round(seed.users * WAITING_SHARE);
  runRound(seed, { round }, ({ people, early, late }) => {
    const some = `${people} AND i % 2 = 0`;
    const ended = `${some} AND i >= ${waiting * 2}`;
    return [
      ...request(some, early),
      ...move(ended, { step: 1, name: "reject", at: late, from: held, to: available, cents }),
      `UPDATE withdrawals SET status = 'rejected', version = 2, decided_by = '${ADMINS[0]}', reject_reason = 'wrong_details',
          admin_notes = 'The bank refuses this account', rejected_at_ms = ${late}, updated_at_ms = ${late}
        FROM ${ended} AND withdrawals.id = ${id}`,
      // Every fifth open withdrawal is approved, and every tenth is being paid.
      checkNames(`${some} AND i < ${waiting * 2} AND i % 10 = 0`, { id, at: late }),
      insertApprovals(`${some} AND i < ${waiting * 2} AND i % 10 = 0`, { id, act: "approve", detail: "''", at: late }),
      `UPDATE withdrawals SET status = 'approved', version = 2, decided_by = '${ADMINS[0]}', approved_at_ms = ${late}, updated_at_ms = ${late},
          ${UNVERIFIED_REASON}
        FROM ${some} AND i < ${waiting * 2} AND i % 10 = 0 AND withdrawals.id = ${id}`,
      `UPDATE withdrawals SET payer_id = '${ADMINS[1]}', payment_started_at_ms = ${late}
        FROM ${some} AND i < ${waiting * 2} AND i % 20 = 0 AND withdrawals.id = ${id}`,
    ];
  });
  return waiting;
}

const PAYMENT_ID = "printf('FT%010d', i)";

/** The reason for payouts without a verified identity, since not all identities are verified. */
const UNVERIFIED_REASON = "unverified_reason = 'Seen in person', unverified_payout = 'with_reason'";

/** Approvals: by default of both admins, since these withdrawals exceed what one admin may pay out alone per day. */
function insertApprovals(
  people: string,
  given: { id: string; act: "approve" | "complete"; detail: string; at: string; admins?: readonly string[] },
): string {
  const { id, act, detail, at, admins = ADMINS } = given;
  return `INSERT INTO approvals (subject, act, admin_id, detail, at_ms)
    SELECT 'withdrawal:' || ${id}, '${act}', admin.value, ${detail}, ${at}
    FROM json_each('${JSON.stringify(admins)}') AS admin, (SELECT * FROM ${people})`;
}

/** The name checks of withdrawals: in one of twenty the names differ, and a reason is recorded. */
function checkNames(people: string, { id, at }: { id: string; at: string }): string {
  return `INSERT INTO name_checks (id, withdrawal_id, holder, holder_from, account_name, verdict, reason, decided_by, decided_at_ms)
    SELECT 'check-' || ${id}, ${id}, ${NAME}, 'client', ${NAME}, CASE i % 20 WHEN 0 THEN 'accepted' ELSE 'same' END,
      CASE i % 20 WHEN 0 THEN 'Seen in person' END, '${ADMINS[0]}', ${at} FROM ${people}`;
}

/** The SQL that the withdrawals of a round share. */
function withdrawalsOf(round: number, cents: string) {
  const id = uuid("withdrawal", numberOf(round));
  type Step = { step: number; name: string; at: string; from: string; to: string; cents: string };
  const move = (people: string, { step, name, ...more }: Step) =>
    transfersOf({
      people,
      number: numberOf(round, step),
      kind: "withdrawal",
      reference: `'withdrawal:' || ${id} || ':${name}'`,
      memo: "Withdrawal",
      actor: user,
      ...more,
    });
  const request = (people: string, at: string) => [
    ...move(people, { step: 0, name: "request", at, from: available, to: held, cents }),
    `INSERT INTO withdrawals (id, user_id, amount_cents, status, payment_method, bank_name, account_id, holder_name, request_message, approvals_needed, second_admin_above_cents, admin_alone_cents_max, created_at_ms, updated_at_ms)
      SELECT ${id}, ${user}, ${cents}, 'pending', 'Bank Transfer', 'ABA Bank', printf('000 %06d', i), ${NAME}, 'For rent', 1, 1000000, 1000000, ${at}, ${at} FROM ${people}`,
    audit({
      people,
      action: "withdrawal.requested",
      at,
      actor: user,
      subject: `'withdrawal:' || ${id}`,
      detail: `json_object('amountCents', ${cents})`,
    }),
  ];
  return { id, cents, request, move };
}

/**
 * Questions to clients: about every second open withdrawal, pending identity and open exception, half of them answered.
 */
export function seedQuestions({ engine, nowMs }: Seed): void {
  const askedMs = nowMs - 7_200_000;
  const ask = (kind: string, template: string, of: string) =>
    `INSERT INTO client_questions (id, user_id, subject, text, language, other_text, template, asked_by, asked_at_ms)
      SELECT 'question-' || id, user_id, '${kind}:' || id, 'Whose is it?', 'en', 'របស់នរណា?', '${template}', '${ADMINS[0]}', ${askedMs} FROM (${of})`;
  inTransaction(engine, [
    ask(
      "withdrawal",
      "holder_name",
      "SELECT id, user_id FROM withdrawals WHERE status IN ('pending', 'approved') AND payer_id IS NULL AND rowid % 2 = 0",
    ),
    ask(
      "identity",
      "name_differs",
      "SELECT user_id AS id, user_id FROM identities WHERE status = 'pending' AND rowid % 2 = 0",
    ),
    ask(
      "exception",
      "what_for",
      `SELECT payment_exceptions.id, user_id FROM payment_exceptions JOIN deposits ON deposits.id = deposit_id
        WHERE payment_exceptions.status = 'open' AND payment_exceptions.rowid % 2 = 0`,
    ),
    `INSERT INTO client_answers (question_id, author_id, is_by_phone, text, created_at_ms)
      SELECT id, user_id, 0, 'My own', ${askedMs + 3_600_000} FROM client_questions WHERE rowid % 2 = 0`,
  ]);
}

/** Claims: every third open withdrawal that nobody pays is worked on, of which the first admin has every second. */
export function seedClaims({ engine, nowMs }: Seed): void {
  const isOpen = "status IN ('pending', 'approved') AND payer_id IS NULL";
  inTransaction(
    engine,
    ADMINS.map(
      (id, place) => `UPDATE withdrawals SET claimed_by = '${id}', claimed_until_ms = ${nowMs + 3_600_000}
        WHERE ${isOpen} AND rowid % 6 = ${place * 3}`,
    ),
  );
}

/** How often a setting of the operation was changed, and one trader in so many has a limit of their own. */
const SETTING_CHANGES = 500;
const LIMIT_SHARE = 50;

/** Changes of the operation's settings: of one that one admin changes, and limits of traders, which two agreed to. */
export function seedSettings({ engine, nowMs }: Seed): void {
  const columns = "id, key, user_id, value, seen_id, reason, proposed_by, proposed_at_ms";
  const apply = `UPDATE operation_settings SET revision = rowid, applied_by = proposed_by, applied_at_ms = proposed_at_ms + 1
    WHERE revision IS NULL`;
  const at = nowMs - 60_000_000;
  inTransaction(
    engine,
    Array.from({ length: SETTING_CHANGES }, (_, place) => [
      `INSERT INTO operation_settings (${columns}) VALUES ('target-${place}', 'target_hours_withdrawals', NULL, '${24 + (place % 3)}',
        ${place === 0 ? "NULL" : `'target-${place - 1}'`}, 'Tried', '${ADMINS[0]}', ${at + place * 1_000})`,
      apply,
    ]).flat(),
  );
  const limits = `FROM people WHERE i % ${LIMIT_SHARE} = 0`;
  inTransaction(engine, [
    `INSERT INTO operation_settings (${columns})
      SELECT 'limit-' || i, 'withdrawal_day_max_trader', ${user}, 500000 + i, NULL, 'Asked', '${ADMINS[0]}', ${at} + i ${limits}`,
    `INSERT INTO approvals (subject, act, admin_id, detail, at_ms)
      SELECT 'setting:limit-' || i, 'approve', admin.value, '', ${at} + i
      FROM json_each('${JSON.stringify(ADMINS)}') AS admin, (SELECT * ${limits})`,
    apply,
    "DELETE FROM money_journal_rows",
  ]);
}
