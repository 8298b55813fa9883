import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { JOURNAL } from "../../worker/contract/trade-journal/journal-limits.ts";
import { changeEntry, type EntryName, entryOf } from "../journal/journal-state.ts";
import { useLabels } from "../journal/labels.ts";
import { ROUTE } from "../state/routes.ts";
import { runAccount, withAccount } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Side } from "../ui/side.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { LabelChips } from "./chips.tsx";
import { type ClosedTrade, closedTrade } from "./closed-trade.ts";
import { closedTradeText as text } from "./closed-trade-text.ts";

/** What there is to remember of a trade that was just closed: a tag or mistake and Save are two taps. The rest waits in the journal. */
export function ClosedTradeSheet() {
  useSignals();
  const trade = closedTrade.value;
  return trade && <Sheet key={trade.fillId} trade={trade} />;
}

function Sheet({ trade }: { trade: ClosedTrade }) {
  useSignals();
  const labels = useLabels();
  const name: EntryName = { account: runAccount(trade.run), subject: "trade", key: String(trade.fillId) };
  const before = entryOf(name);
  const [chosen, setChosen] = useState<readonly string[]>(before.labels);
  const [note, setNote] = useState(before.note);
  const close = () => {
    closedTrade.value = null;
  };
  const save = () => {
    changeEntry(name, { labels: [...chosen], note });
    close();
  };
  return (
    <Dialog
      title={text.title(trade.symbol)}
      mark={<DemoBadge />}
      onClose={close}
      keepsOnScrim={note !== before.note}
      actions={
        <>
          <Button size="large" onClick={close}>
            {text.later}
          </Button>
          <Button size="large" variant="accent" isWide onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <Row wrap justify="space-between" gap="4px 16px">
          <Text as="span" size="figure">
            <Money usd={trade.resultUsd} as="result" />
          </Text>
          <Text as="span" size="dense" tone="muted">
            <Side of={trade.direction} label={`${text.sides[trade.direction]} ${trade.size}`} />
          </Text>
        </Row>
        {labels.value === null ? (
          <Box minHeight={96}>
            <Text size="dense" tone="muted">
              {labels.error === null ? text.loading : text.notLoaded}
            </Text>
          </Box>
        ) : (
          <LabelChips types={CHOICES} title={text.remember} chosen={chosen} onChange={setChosen} />
        )}
        <TextArea
          label={text.note}
          rows={1}
          maxLength={JOURNAL.noteMax}
          placeholder={text.oneLine}
          value={note}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
        <Text size="caption" tone="muted">
          <TextLink href={withAccount(ROUTE.performanceJournal, name.account)} onClick={close}>
            {text.waits}
          </TextLink>
        </Text>
      </Stack>
    </Dialog>
  );
}

/** A new label is the last of them. */
const CHOICES = ["mistake", "tag"] as const;
