import { expect, test } from "bun:test";
import { apiServer } from "../test/api-server.ts";
import { render } from "../test/render.tsx";
import { WithdrawalApi } from "../test/withdrawal-api.ts";
import type { Withdrawal } from "./withdrawal-calls.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";

/** What the API gives of a withdrawal that stands elsewhere: in the row above the details, or nowhere. */
const NOT_IN_DETAILS: string[] = ["currency", "paymentMethod", "processedAt"];

const context = apiServer();

test("the details of a withdrawal show every field of it that is not named as standing elsewhere", () => {
  const api = new WithdrawalApi(context.server);
  const at = new Date().toISOString();
  const proofOfPayment = { filename: "/api/images/proof.png", adminMessage: "Paid", uploadedAt: at };
  const states: Partial<Withdrawal>[] = [
    {},
    { status: "approved", reviewedAt: at, approvedAt: at, processedAt: at },
    { status: "completed", approvedAt: at, processedAt: at, completedAt: at, paymentId: "FT-1", proofOfPayment },
    { status: "rejected", rejectedAt: at, processedAt: at, rejectReason: "other", adminNotes: "No" },
    { status: "rejected", rejectedAt: at, processedAt: at, cancelledByUser: true },
  ];
  const read = new Set<PropertyKey>();
  const fields = new Set<string>();
  for (const state of states) {
    const withdrawal = api.add(state);
    for (const field of Object.keys(withdrawal)) fields.add(field);
    const watched = new Proxy(withdrawal, {
      get(target, field) {
        read.add(field);
        return Reflect.get(target, field);
      },
    });
    render(<WithdrawalDetail withdrawal={watched} timeZone="Asia/Phnom_Penh" />);
  }
  expect([...fields].filter((field) => !read.has(field))).toEqual(NOT_IN_DETAILS);
});
