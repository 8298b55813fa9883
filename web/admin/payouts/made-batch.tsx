import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { dayAt, isoDate } from "../../../worker/contract/trade-calendar.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { formatMoney } from "../../ui/format.ts";
import { Check, Download, FileUp, Icon, Landmark, Lock, Table2 } from "../../ui/icon.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Box, Grid, Row, Text } from "../../ui/layout.tsx";
import { useMinute } from "../../ui/use-now.ts";
import { KEYS } from "../core/admin-keys.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { hasRole } from "../core/roles.ts";
import { useShortcuts } from "../core/use-shortcuts.ts";
import { type Asked, AskedDialog } from "./asked-dialog.tsx";
import { Bounced, Unmatched, WithBank } from "./batch-lines.tsx";
import { ITEM_LOOK } from "./item-look.ts";
import { PartsBar } from "./parts-bar.tsx";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { BatchDetail, ItemState, PayoutBatch } from "./payout-calls.ts";
import { batchName, countedSum, othersPayments, partsOf } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;

export type MadeBatchProps = {
  detail: BatchDetail;
  view: AdminView;
  /** An act on it begins. */
  onAsk: () => void;
  /** Reads the batch and what is to be paid again. */
  onChanged: () => void;
};

/** A batch that was made: what the bank did with it, and what is left to do. */
export function MadeBatch({ detail, view, onAsk, onChanged }: MadeBatchProps) {
  useSignals();
  const nowMs = useMinute();
  const [asked, setAskedNow] = useState<Asked | null>(null);
  const { batch, items, lines } = detail;
  const isOperator = hasRole("operator");
  const isPayer = isOperator && items.some(({ isYours }) => isYours);
  const isOpen = batch.state !== "done";
  // A result that comes late may say that what was taken back was paid.
  const takesResult = batch.hasResults && isOperator && (isPayer || !isOpen);
  function setAsked(next: Asked | null) {
    setAskedNow(next);
    if (next !== null) onAsk();
  }
  const byState = (state: ItemState) => items.filter((item) => item.state === state);
  // Its file would still pay what has left it.
  const hasFile = isOperator && batch.sums.taken_back.count === 0;
  const ask = (act: "file" | "result" | "statement" | "all") => () => setAsked({ act });
  useShortcuts({
    [KEYS.importResult]: takesResult ? ask("result") : undefined,
    [KEYS.fileAgain]: hasFile ? ask("file") : undefined,
    [KEYS.fromStatement]: isPayer && isOpen ? ask("statement") : undefined,
  });
  const bounced = byState("bounced");
  const unmatched = byState("unmatched");
  const withBank = byState("with_bank");
  const twice = lines.filter(({ isTakenBack, outcome }) => isTakenBack && outcome === "completed");
  return (
    <Box as="section" aria-label={batchName(batch)} pad="12px 20px 4px" phone={{ pad: "12px 16px 4px" }}>
      <Row wrap gap="8px 12px" margin="0 0 10px">
        <Text as="h2" size="lead" weight={600}>
          {batchName(batch)}
        </Text>
        <StateBadge batch={batch} />
        <Text as="span" size="dense" tone="muted" grow="1 1 300px">
          {madeWords(batch, view)}
        </Text>
        {takesResult && (
          <Button size="dense" icon={FileUp} aria-keyshortcuts={KEYS.importResult} onClick={ask("result")}>
            {text.importResult}
            <ButtonKey>{KEYS.importResult}</ButtonKey>
          </Button>
        )}
        {isPayer && isOpen && (
          <Button size="dense" aria-keyshortcuts={KEYS.fromStatement} onClick={ask("statement")}>
            {text.fromStatement}
            <ButtonKey>{KEYS.fromStatement}</ButtonKey>
          </Button>
        )}
        {hasFile && (
          <Button size="dense" icon={Download} aria-keyshortcuts={KEYS.fileAgain} onClick={ask("file")}>
            {text.fileAgain}
            <ButtonKey>{KEYS.fileAgain}</ButtonKey>
          </Button>
        )}
        <Button size="dense" variant="plain" icon={Table2} aria-haspopup="dialog" onClick={ask("all")}>
          {text.allOf(batch.count)}
        </Button>
      </Row>
      <Outcome batch={batch} />
      {isOperator &&
        othersPayments(items).map((payment) => (
          <Row key={payment.payer._id} gap={8} size="dense" tone="muted" pad="8px 0 0">
            <Icon of={Lock} size={14} />
            <Row wrap gap="4px 8px" minWidth={0}>
              <span>{text.paidByOther(payment.payer.name, payment.count)}</span>
              {payment.fromMs <= nowMs ? (
                <Button
                  size="dense"
                  aria-haspopup="dialog"
                  aria-label={`${text.takeOver}: ${payment.payer.name}`}
                  onClick={() => setAsked({ act: "takeOver", payment })}
                >
                  {text.takeOver}
                </Button>
              ) : (
                Number.isFinite(payment.fromMs) && (
                  <span>{text.takeOverFrom(midSentence(view.at(new Date(payment.fromMs).toISOString())))}</span>
                )
              )}
            </Row>
          </Row>
        ))}
      {isOperator && !hasFile && isOpen && (
        <Row gap={8} size="dense" tone="muted" pad="8px 0 0">
          <Icon of={Lock} size={14} />
          {text.noFile}
        </Row>
      )}
      {twice.length > 0 && (
        <Box pad="8px 0 0">
          <Callout tone="warn">
            <p>{twice.map(({ line, reference }) => text.paidTwice(line, reference ?? "")).join("\n")}</p>
          </Callout>
        </Box>
      )}
      <Grid columns="repeat(auto-fit, minmax(min(560px, 100%), 1fr))" gap={16} pad="12px 0 8px" align="start">
        {bounced.length > 0 && (
          <Bounced items={bounced} isOperator={isOperator} onReturn={(item) => setAsked({ act: "return", item })} />
        )}
        {unmatched.length > 0 && (
          <Unmatched
            items={unmatched}
            lines={lines}
            done={batch.sums.completed.count}
            isOperator={isOperator}
            day={isoDate(dayAt(Date.parse(batch.result?.at ?? batch.madeAt), view.admin.timeZone))}
            onAct={(act, item) => setAsked({ act, item })}
          />
        )}
        {withBank.length > 0 && (
          <WithBank
            items={withBank}
            isOperator={isOperator}
            onTakeBack={(item) => setAsked({ act: "takeBack", item })}
          />
        )}
      </Grid>
      {asked && (
        <AskedDialog
          asked={asked}
          detail={detail}
          onChanged={onChanged}
          onAsk={setAsked}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
}

/** `File 09:12 by Phalla Vong, result 10:26, aba-result-118.csv`, with the day where it is another one. */
function madeWords({ madeAt, madeBy, result }: PayoutBatch, { at }: AdminView): string {
  const file = text.fileBy(midSentence(at(madeAt)), madeBy.name);
  return result === null ? file : `${file}, ${text.resultAt(midSentence(at(result.at)), result.fileName)}`;
}

export function StateBadge({ batch: { state, openCount } }: { batch: PayoutBatch }) {
  if (state === "done") {
    return (
      <Badge tone="up" icon={Check}>
        {text.state.done}
      </Badge>
    );
  }
  return (
    <Badge tone={state === "back" ? "warn" : "neutral"} icon={Landmark}>
      {state === "back" ? text.back(openCount) : text.state.with_bank}
    </Badge>
  );
}

/** What became of what was sent, as a bar and in words: the parts add up to it. */
function Outcome({ batch }: { batch: PayoutBatch }) {
  const parts = partsOf(batch);
  return (
    <>
      <PartsBar
        heightPx={8}
        parts={parts.map(({ state, sum }) => ({ key: state, share: sum, colour: ITEM_LOOK[state].colour }))}
      />
      <Row wrap gap="4px 28px" pad="8px 0 0" size="dense">
        <Row as="ul" aria-label={text.resultLabel} wrap gap="4px 28px">
          {parts.map(({ state, ...part }) => (
            <Row as="li" key={state} gap={8}>
              <Icon of={ITEM_LOOK[state].icon} tone={part.count === 0 ? "muted" : ITEM_LOOK[state].tone} />
              <Text as="b" weight={600} tone={part.count === 0 ? "muted" : undefined}>
                {text.item[state]}
              </Text>
              <Text as="span" tone="muted" className="num">
                {countedSum(part)}
              </Text>
            </Row>
          ))}
        </Row>
        <Text
          as="span"
          tone="muted"
          className="num"
          // On a line of its own where it does not fit: Khmer would break it into many.
          grow="1 1 auto"
          textAlign="right"
          phone={{ textAlign: "left" }}
        >
          {text.sent(batch.count, formatMoney(batch.total))}
        </Text>
      </Row>
    </>
  );
}
