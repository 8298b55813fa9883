import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useLayoutEffect, useState } from "react";
import { useLocation } from "wouter";
import type { User } from "../../state/api.ts";
import { invalidate } from "../../state/query.ts";
import { ROUTE } from "../../state/routes.ts";
import { useQuery } from "../../state/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChevronLeft } from "../../ui/icon.tsx";
import { Box } from "../../ui/layout.tsx";
import { media } from "../../ui/theme.ts";
import { toast } from "../../ui/toast/toast.ts";
import { useMedia } from "../../ui/use-media.ts";
import { KEYS } from "../core/admin-keys.ts";
import { ADMIN_POLL_MS, adminKey } from "../core/admin-polling.ts";
import { viewOf } from "../core/admin-time.ts";
import { focusItem } from "../core/item-head.tsx";
import { hasRole } from "../core/roles.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { useWhenBack } from "../core/when-back.ts";
import { itemPath } from "../list/use-open-item.ts";
import { ActDialogs } from "./act-dialogs.tsx";
import { DayBody } from "./day-body.tsx";
import { DayHead } from "./day-head.tsx";
import { nextOpen, rowsOf } from "./day-rows.ts";
import { ImportedDialog } from "./import-dialog.tsx";
import type { Asked } from "./line-decisions.tsx";
import { RowPane } from "./line-pane.tsx";
import { MonthFoot } from "./month-foot.tsx";
import { reconciliationPath, usePlace } from "./reconciliation-address.ts";
import { RECONCILIATION_TEXT } from "./reconciliation-text.ts";
import { fetchAccounts, fetchDay, type ImportResult, type ShownDay } from "./statement-calls.ts";
import { useOvertaken } from "./use-overtaken.ts";

/** From this width the chosen row stands beside the day; on narrower screens it takes the day's place. */
const SIDE_BY_SIDE = "@media (min-width: 1200px)";

const Frame = styled("div")`
  flex: 1;
  min-height: 0;
  overflow: auto;
  & > aside {
    padding: 16px 20px;
  }
  ${media.medium} {
    &[data-open="true"] > :not(aside),
    &[data-open="false"] > aside {
      display: none;
    }
  }
  ${SIDE_BY_SIDE} {
    display: grid;
    grid-template: "head head" auto "body pane" minmax(0, 1fr) "foot foot" auto / minmax(0, 1fr) 368px;
    overflow: hidden;
    & > header {
      grid-area: head;
    }
    & > section {
      grid-area: body;
      overflow: auto;
    }
    & > aside {
      grid-area: pane;
      overflow: auto;
      border-left: 1px solid var(--line);
      background: var(--surface);
    }
    & > footer {
      grid-area: foot;
    }
  }
`;

const text = RECONCILIATION_TEXT;
const ROWS = 300;
const KEY = adminKey("statements");

/** The bank's statement beside the ledger, day by day: what belongs together, what is open, and what explains the difference. */
export function ReconciliationSection({ admin }: { admin: User }) {
  useSignals();
  const place = usePlace(admin.timeZone);
  const { day, currency, is } = place;
  const [, navigate] = useLocation();
  const [rowCount, setRowCount] = useState({ day, count: ROWS });
  const count = rowCount.day === day ? rowCount.count : ROWS;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const isSideBySide = useMedia(SIDE_BY_SIDE);
  const isOperator = hasRole("operator");
  const view = viewOf(admin, Date.now());

  const read = useQuery({
    key: adminKey("statements", "day", day, currency, is, count),
    fetch: (signal) => fetchDay(day, { currency, is, rows: String(count) }, signal),
    everyMs: ADMIN_POLL_MS,
    isLarge: true,
  });
  const accounts = useQuery({ key: adminKey("statements", "accounts"), fetch: fetchAccounts });
  useWhenBack(read.error !== null, () => void read.refetch());
  // More rows of the same day stand in for what is being loaded; another day does not.
  const last = read.lastValue;
  const shown = read.value ?? (last?.day === day && last.currency === currency ? last : null);
  const rows = shown ? rowsOf(shown, is) : [];
  const firstOpen = nextOpen(rows, null, 1);
  const usualId = isSideBySide ? ((firstOpen ?? rows[0])?.id ?? null) : null;
  const chosenId = place.item ?? usualId;
  const chosen = rows.find(({ id }) => id === chosenId) ?? null;
  const news = useOvertaken(chosenId, chosen, shown);
  // As a layout effect: later, a change of the address in between would be reverted.
  useLayoutEffect(() => {
    if (place.item === null && usualId !== null) place.open(usualId, { replace: true });
  });

  function choose(id: string) {
    place.open(id, { replace: isSideBySide });
    if (!isSideBySide) focusItem();
  }
  function move(step: 1 | -1) {
    const next = nextOpen(rows, chosenId, step);
    if (!next) return;
    place.open(next.id, { replace: true });
    requestAnimationFrame(() =>
      document.querySelector(`[data-row="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: "nearest" }),
    );
  }
  useShortcuts({
    [KEYS.next]: () => move(1),
    [KEYS.previous]: () => move(-1),
    [KEYS.open]: () => focusItem(),
    Escape: place.item !== null && !isSideBySide ? () => place.open(null, { replace: true }) : undefined,
  });

  function done(message: string) {
    if (asked && "line" in asked) news.own(asked.line._id);
    const isOver = asked !== null && "line" in asked && asked.act !== "takeBack";
    const next = isOver ? nextOpen(rows, asked.line._id, 1) : null;
    setAsked(null);
    toast.success(message);
    if (!isSideBySide) place.open(null, { replace: true });
    else if (next) place.open(next.id, { replace: true });
    void invalidate(KEY);
  }
  const canImport = isOperator && (accounts.value?.accounts.length ?? 0) > 0;
  const importNow = canImport
    ? () => setAsked({ act: "import", account: lackingAccount(shown, accounts.value?.accounts, currency) })
    : null;
  useEffect(() => {
    if (place.toImport === null || !canImport) return;
    setAsked({ act: "import", account: place.toImport === "" ? null : place.toImport });
    place.beginImport();
  });
  const isOpenInNarrow = !isSideBySide && place.item !== null;

  return (
    <>
      <Frame data-open={isOpenInNarrow}>
        <DayHead
          place={place}
          shown={shown}
          timeZone={admin.timeZone}
          at={view.at}
          onImport={importNow}
          onCurrency={(next) => navigate(reconciliationPath({ day, is, currency: next }))}
        />
        <Box as="section" aria-label={text.lines}>
          <DayBody
            place={place}
            shown={shown}
            rows={rows}
            chosen={chosenId}
            read={read}
            timeZone={admin.timeZone}
            count={count}
            onCount={(next) => setRowCount({ day, count: next })}
            onChoose={choose}
            onMatch={isOperator ? () => setAsked({ act: "match" }) : null}
            onImport={importNow}
          />
        </Box>
        <aside aria-label={text.openLine}>
          {isOpenInNarrow && (
            <Box margin="-8px 0 8px -12px">
              <Button variant="plain" icon={ChevronLeft} onClick={() => place.open(null, { replace: true })}>
                {text.back}
              </Button>
            </Box>
          )}
          {news.message !== null && (
            <Box margin="0 0 12px">
              <Callout tone="warn" role="status">
                {news.message}
              </Callout>
            </Box>
          )}
          {chosen && shown ? (
            <RowPane key={chosen.id} row={chosen} shown={shown} isOperator={isOperator} at={view.at} onAsk={setAsked} />
          ) : (
            shown && rows.length > 0 && <EmptyState title={text.choose} text={text.chooseDetail} />
          )}
        </aside>
        <MonthFoot place={place} />
      </Frame>
      <ActDialogs
        asked={asked}
        shown={shown}
        rows={rows}
        day={day}
        view={view}
        accounts={accounts.value}
        isOwn={news.isOwn}
        onDone={done}
        onClose={() => setAsked(null)}
        onImported={(imported) => {
          setAsked(null);
          setResult(imported);
          void invalidate(KEY);
        }}
        onException={(id, asks) => {
          done(text.exceptionDone);
          if (asks) navigate(itemPath(ROUTE.adminExceptions, id));
        }}
      />
      {result && (
        <ImportedDialog
          result={result}
          onShow={(to) => {
            setResult(null);
            navigate(reconciliationPath({ day: to, currency: result.statement.currency }));
          }}
          onClose={() => setResult(null)}
        />
      )}
    </>
  );
}

/** The account that lacks the statement of a day, else the first one in its currency. */
function lackingAccount(
  shown: ShownDay | null,
  accounts: readonly { _id: string; currency: string }[] | undefined,
  currency: string,
) {
  const lacking = shown?.accounts.find(({ isMissing }) => isMissing);
  return (lacking ?? accounts?.find((account) => account.currency === currency))?._id ?? null;
}
