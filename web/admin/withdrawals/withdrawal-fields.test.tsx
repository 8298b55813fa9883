import { afterEach, beforeEach, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { act, cleanup, screen } from "@testing-library/react";
import { AdminApi } from "../../test/admin-api.ts";
import { apiServer } from "../../test/api-server.ts";
import { openApp } from "../../test/open-app.tsx";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

setDefaultTimeout(600_000);
// Sunday noon in Phnom Penh.
beforeEach(() => void setSystemTime(new Date("2026-11-22T05:00:00Z")));
afterEach(cleanup);
const context = apiServer();

const at = (day: number, hour = 3) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
const approval = (act: "approve" | "complete") => [
  { act, adminId: "admin-2", name: "Maly Sok", detail: "", at: at(21) },
];

/** Requests that together have a value in every field. */
const REQUESTS = {
  claimed: {
    _id: "3b6ff4be-0c1d-4a55-9b0e-2f6d7f1f4a10",
    requestMessage: "For rent",
    approvableAt: at(22, 11),
    claimedBy: "Maly Sok",
    claimedById: "admin-2",
    claimedUntil: new Date("2026-11-22T05:10:00Z").toISOString(),
    approvals: { have: 1, need: 2 },
    approvedBy: approval("approve"),
  },
  approved: {
    status: "approved",
    reviewedAt: at(18),
    approvedAt: at(19),
    decidedBy: "Rithy Chea",
    unverifiedReason: "Known to the branch",
    payer: "Vanna Lim",
    payerId: "admin-3",
    paymentStartedAt: at(20),
    takeOverAt: at(20, 4),
    rejectionApprovedBy: approval("approve"),
  },
  paying: {
    status: "approved",
    payer: "Rithy Chea",
    payerId: "admin-1",
    paymentStartedAt: at(20),
    payerBefore: "Vichea Sok",
  },
  saidPaid: {
    status: "approved",
    payer: "Rithy Chea",
    payerId: "admin-1",
    paymentStartedAt: at(20),
    isSaidPaid: true,
    owed: 60,
  },
  completed: {
    status: "completed",
    completedAt: at(21, 7),
    paymentId: "FT2634",
    proofOfPayment: { filename: "proof.png", adminMessage: "Paid by ABA", uploadedAt: at(20) },
    adminImages: ["first.png", "second.png"].map((filename) => ({ filename, message: "", uploadedAt: at(17) })),
  },
  rejected: { status: "rejected", rejectedAt: at(21, 8), rejectReason: "other", adminNotes: "Please call us" },
  cancelled: { status: "rejected", rejectedAt: at(21, 9), cancelledByUser: true },
} satisfies Record<string, Partial<AdminWithdrawal>>;

/** Which request's screen shows each field, and the text or the address of an image that shows it. */
const SHOWN: Record<keyof AdminWithdrawal, [keyof typeof REQUESTS, string] | "not shown"> = {
  // The conversation says it, beside the questions and answers.
  client: "not shown",
  // A returned request is in `books-view.test.tsx`.
  returnedAt: "not shown",
  // The section of payouts has it.
  bank: "not shown",
  isAsked: "not shown",
  // It is in the address of the screen.
  _id: "not shown",
  number: ["claimed", "NumberWD-2275"],
  isSaidPaid: ["saidPaid", "A result of the bank says that it was paid"],
  payerBefore: ["paying", "Taken over from Vichea Sok"],
  takeOverAt: ["approved", "taken over from Nov 20, 11:00 AM"],
  amount: ["claimed", "$40.00"],
  // Every amount is in dollars.
  currency: "not shown",
  status: ["completed", "$40.00Completed"],
  // It colours the age in the list.
  stage: "not shown",
  cancelledByUser: ["cancelled", "CancelledYesterday, 4:00 PM"],
  paymentMethod: ["claimed", "MethodBank Transfer"],
  paymentDetails: ["claimed", "BankACLEDA BankAccount0015 2284 7730"],
  holder: ["claimed", "BOPHA KEO"],
  requestMessage: ["claimed", "MessageFor rent"],
  paymentId: ["completed", "FT2634"],
  createdAt: ["claimed", "requested Nov 20, 10:20 AM"],
  reviewedAt: ["approved", "Nov 18, 10:00 AM"],
  approvableAt: ["claimed", "Security hold until today, 6:00 PM"],
  approvedAt: ["approved", "Nov 19, 10:00 AM"],
  // The same time as one of the others.
  processedAt: "not shown",
  completedAt: ["completed", "Yesterday, 2:00 PM"],
  rejectedAt: ["rejected", "RejectedYesterday, 3:00 PM"],
  rejectReason: ["rejected", "ReasonAnother reason"],
  adminNotes: ["rejected", "Please call us"],
  approvals: ["claimed", "1 of 2"],
  adminImages: ["completed", "Shown 1Shown 2"],
  proofOfPayment: ["completed", "proof.png"],
  // The link to the trader's page uses it; `user` names the person.
  userId: "not shown",
  user: ["claimed", "Bopha Keo, requested"],
  // Sent back with every action.
  version: "not shown",
  claimedBy: ["claimed", "Claimed by Maly Sok"],
  // Tells two admins of the same name apart.
  claimedById: "not shown",
  claimedUntil: ["claimed", "released in 10:00"],
  decidedBy: ["approved", "Rithy Chea"],
  approvedBy: ["claimed", "Maly Sok agreed yesterday, 10:00 AM"],
  payer: ["approved", "Vanna Lim"],
  payerId: "not shown",
  paymentStartedAt: ["approved", "Nov 20, 10:00 AM"],
  rejectionApprovedBy: ["approved", "Maly Sok"],
  // In the rows of the list; the request itself says more, from the warnings beside it.
  identityStatus: "not shown",
  isSecurityChanged: "not shown",
  isRenamed: "not shown",
  unverifiedReason: ["approved", "Known to the branch"],
  owed: ["saidPaid", "Owes $60.00"],
};

test.each(Object.entries(REQUESTS))("the screen of a request that is %s shows its fields", async (name, changes) => {
  const adminApi = new AdminApi(context.server);
  const [request] = adminApi.addWithdrawals({ amount: 40, createdAt: "2026-11-20T03:20:00.000Z", ...changes });
  if (!request) throw new Error("no request");
  await openApp(context.server, {
    at: `/admin/withdrawals?status=${request.status}&item=${request._id}`,
    as: adminApi.admin,
  });
  await screen.findByRole("region", { name: "History" });
  await act(async () => {});
  const main = screen.getByRole("main");
  const images = [...main.querySelectorAll("img")].map(({ src }) => src);
  const shown = [main.textContent, ...images].join("\n");
  const missing = Object.entries(SHOWN).filter(
    ([, place]) => place !== "not shown" && place[0] === name && !shown.includes(place[1]),
  );
  expect(missing).toEqual([]);
});
