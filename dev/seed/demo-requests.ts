import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";
import { insertWithdrawal, rejectWithdrawal } from "../../worker/withdrawals/withdrawal-store.ts";
import type { ScenarioContext, SeedEvent } from "./scenario-context.ts";
import { requestOf } from "./seed-withdrawals.ts";

/**
 * The demo trader's other requests: one cancelled, one rejected without a picture, and two open, one for two admins.
 */
export function demoRequests(context: ScenarioContext): SeedEvent[] {
  const { query, userId, nowMs, admins, person } = context;
  const makeRequest = (dollars: number, daysAgo: number, message: string) =>
    requestOf(context, { dollars, atMs: nowMs - daysAgo * DAY_MS, message, approvableAtMs: null, bank: person.bank });
  const insertRequest = (row: ReturnType<typeof makeRequest>) => insertWithdrawal(query, row, userId);
  const decidedAtMs = ({ createdAtMs }: ReturnType<typeof makeRequest>) => createdAtMs + HOUR_MS;

  const cancelled = makeRequest(80, 210, "For school fees");
  const cancellation = { decidedBy: userId, cancelledByUser: true } as const;
  const rejected = makeRequest(300, 95, "Please pay to my brother");
  const rejection = {
    decidedBy: admins[0],
    reason: "wrong_details",
    notes: "The account at the bank belongs to somebody else. Please use one in your own name.",
  } as const;
  const open = [makeRequest(120, 1.6, "For the rent"), makeRequest(1_200, 0.4, "For a motorbike")];
  return [
    {
      atMs: cancelled.createdAtMs,
      statements: [
        ...insertRequest(cancelled),
        ...rejectWithdrawal(query, cancelled, cancellation, decidedAtMs(cancelled)),
      ],
    },
    {
      atMs: rejected.createdAtMs,
      statements: [...insertRequest(rejected), ...rejectWithdrawal(query, rejected, rejection, decidedAtMs(rejected))],
    },
    ...open.map((row) => ({ atMs: row.createdAtMs, statements: insertRequest(row) })),
  ];
}
