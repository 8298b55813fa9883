import { useSearchParams } from "wouter";
import type { User } from "../../state/api.ts";
import { viewOf } from "../core/admin-time.ts";
import { BatchesView } from "./batches-view.tsx";
import { ALL_BATCHES, VIEW } from "./payout-address.ts";
import { PayoutsView } from "./payouts-view.tsx";

/** Payouts by file: what is to be paid, the batch that is put together, and the batches that were made. */
export function PayoutSection({ admin }: { admin: User }) {
  const [params] = useSearchParams();
  const view = viewOf(admin, Date.now());
  return params.get(VIEW) === ALL_BATCHES ? <BatchesView view={view} /> : <PayoutsView view={view} />;
}
