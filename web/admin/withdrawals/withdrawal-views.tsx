import { useSignals } from "@preact/signals-react/runtime";
import { useSearch } from "wouter";
import { WITHDRAWAL_VIEWS, type WithdrawalView } from "../../../worker/contract/withdrawal-lists.ts";
import {
  Bell,
  CircleCheck,
  Hourglass,
  type IconGlyph,
  Inbox,
  Landmark,
  Pause,
  Send,
  UserRound,
  UsersRound,
} from "../../ui/icon.tsx";
import { queues } from "../core/admin-polling.ts";
import { ListViews } from "../list/saved-views.tsx";
import type { QueueView } from "../list/views-pane.tsx";
import { stagePath } from "./stage-path.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

const ICON: Record<WithdrawalView, IconGlyph> = {
  waiting: Bell,
  mine: UserRound,
  needs_approval: UsersRound,
  to_decide: Inbox,
  on_hold: Pause,
  client: Hourglass,
  to_pay: Landmark,
  with_bank: Send,
  approved_by_me: CircleCheck,
};

/** The views in which nothing waits for an admin: nothing of them is late. */
const STANDING: ReadonlySet<string> = new Set(["on_hold", "client"] satisfies WithdrawalView[]);

/** The view that an address shows; null for another list. */
export function viewAt(search: string): WithdrawalView | null {
  const params = new URLSearchParams(search);
  if (params.get("status") !== "open") return null;
  return WITHDRAWAL_VIEWS.find((view) => view === params.get("stage")) ?? null;
}

/** Whether the requests of a view wait for an admin, and so have a target. */
export function hasTarget(view: WithdrawalView): boolean {
  return !STANDING.has(view);
}

/** The views of the open withdrawals. What the admin has approved is reached from the foot of the list that it left. */
export function WithdrawalViews() {
  useSignals();
  const here = viewAt(useSearch());
  const counted = queues.value?.withdrawals.views ?? null;
  const views = WITHDRAWAL_VIEWS.filter((view) => view !== "approved_by_me").map(
    (view): QueueView => ({
      href: stagePath(view),
      icon: ICON[view],
      label: text.viewName[view],
      isCurrent: view === here,
      counted: counted?.[view] ?? null,
    }),
  );
  return <ListViews list="withdrawals" label={text.views} title={text.title} views={views} foot={text.countedOnce} />;
}
