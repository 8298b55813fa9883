import type { ComponentProps, ReactNode } from "react";
import { conflictFlag, type FlagList, Flags, refusedFlag } from "../core/admin-flag.tsx";
import { ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ItemHead } from "../core/item-head.tsx";
import { MoneyStrip } from "../core/money-strip.tsx";
import { ContextWaiting } from "../trader/context-waiting.tsx";
import { type HistoryTab, HistoryTable } from "../trader/history-table.tsx";
import type { ItemContext } from "../trader/trader-types.ts";
import type { ReviewedItemProps } from "./review-screen.tsx";

type ItemFrameProps = ReviewedItemProps<{ _id: string }, { trader: ItemContext["trader"] | null }> & {
  head: Omit<ComponentProps<typeof ItemHead>, "onBack">;
  /** To be read before deciding. */
  flags: FlagList;
  /** When the item came: the history marks what happened shortly before. */
  createdAt: string;
  history: readonly [tab: HistoryTab, onTab: (tab: HistoryTab) => void];
  /** Shows the balance after all holds are paid out. */
  showsAfter?: boolean;
  /** The column beside the item; false where there is nothing for it. */
  evidence: ReactNode;
  children: ReactNode;
};

/** An item under review: head, flags, facts, the trader's money and history, and the evidence beside it. */
export function ReviewedItem(props: ItemFrameProps) {
  const { item, view, context, refetch, refused, conflict, onBack, head, flags, history, evidence, children } = props;
  const [tab, onTab] = history;
  return (
    <ItemColumns data-evidence={evidence !== false}>
      <ItemMain>
        <ItemHead {...head} onBack={onBack} />
        <Flags of={[conflict !== null && conflictFlag(conflict), refused && refusedFlag(refused), ...flags]} />
        {children}
        {context === null || context === "failed" ? (
          <ContextWaiting hasFailed={context === "failed"} onRetry={refetch} />
        ) : context.trader === null ? null : (
          <>
            <MoneyStrip money={context.trader.money} showsAfter={props.showsAfter ?? false} />
            <HistoryTable
              trader={context.trader}
              item={{ id: item._id, atMs: Date.parse(props.createdAt) }}
              at={view.at}
              tab={tab}
              onTab={onTab}
            />
          </>
        )}
      </ItemMain>
      {evidence}
    </ItemColumns>
  );
}
