import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";
import { insertWithdrawal, rejectWithdrawal } from "../../worker/withdrawals/withdrawal-store.ts";
import { type Event, requestOf, type Telling } from "./seed-scenario.ts";

/** What the demo trader took back, what was rejected in words alone, and what waits for review, one of it for two admins. */
export function demoRequests(telling: Telling): Event[] {
  const { query, userId, nowMs, admins, person } = telling;
  const ask = (dollars: number, daysAgo: number, message: string) =>
    requestOf(telling, { dollars, atMs: nowMs - daysAgo * DAY_MS, message, approvableAtMs: null, bank: person.bank });
  const requested = (row: ReturnType<typeof ask>) => insertWithdrawal(query, row, userId);
  const decidedAtMs = ({ createdAtMs }: ReturnType<typeof ask>) => createdAtMs + HOUR_MS;

  const cancelled = ask(80, 210, "For school fees");
  const cancellation = { decidedBy: userId, cancelledByUser: true } as const;
  const rejected = ask(300, 95, "Please pay to my brother");
  const rejection = {
    decidedBy: admins[0],
    reason: "wrong_details",
    notes: "The account at the bank belongs to somebody else. Please use one in your own name.",
  } as const;
  const open = [ask(120, 1.6, "For the rent"), ask(1_200, 0.4, "For a motorbike")];
  return [
    {
      atMs: cancelled.createdAtMs,
      statements: [
        ...requested(cancelled),
        ...rejectWithdrawal(query, cancelled, cancellation, decidedAtMs(cancelled)),
      ],
    },
    {
      atMs: rejected.createdAtMs,
      statements: [...requested(rejected), ...rejectWithdrawal(query, rejected, rejection, decidedAtMs(rejected))],
    },
    ...open.map((row) => ({ atMs: row.createdAtMs, statements: requested(row) })),
  ];
}
