import { formatDay } from "../../ui/format.ts";
import { Check, History, Icon, Landmark } from "../../ui/icon.tsx";
import { Box, Row, Text } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ALL_BATCHES_PATH, batchPath } from "./payout-address.ts";
import { PAYOUT_ADMIN_TEXT } from "./payout-admin-text.ts";
import type { PayoutBatch } from "./payout-calls.ts";
import { batchName, doneWords } from "./payout-words.ts";

const text = PAYOUT_ADMIN_TEXT;
const SHOWN = 3;

type PastBatchesProps = {
  /** Whether there is one at all. */
  hasAny: boolean;
  /** The newest first, without the one that is open above. */
  batches: readonly PayoutBatch[];
  timeZone: string;
};

/** The batches before, in a line, and the way to all of them. */
export function PastBatches({ batches, hasAny, timeZone }: PastBatchesProps) {
  // What is still open is never behind a link alone.
  const open = batches.filter(({ state }) => state !== "done");
  const shown = [
    ...open,
    ...batches.filter(({ state }) => state === "done").slice(0, Math.max(0, SHOWN - open.length)),
  ];
  return (
    <Row
      as="footer"
      wrap
      gap="4px 24px"
      grow={false}
      minHeight={40}
      pad="6px 20px"
      size="dense"
      line="top"
      tone="muted"
      phone={{ pad: "6px 16px max(6px, env(safe-area-inset-bottom))" }}
    >
      <Icon of={History} size={14} />
      {shown.map((batch) => {
        const isDone = batch.state === "done";
        return (
          <Row as="span" key={batch._id} gap={8}>
            <TextLink href={batchPath(batch._id)} tone="quiet">
              {text.past(batchName(batch), formatDay(batch.madeAt, timeZone))}
            </TextLink>
            <Row as="span" gap={4} tone={isDone ? "up" : "warn"} className="num">
              <Icon of={isDone ? Check : Landmark} size={14} />
              {doneWords(batch)}
            </Row>
          </Row>
        );
      })}
      {!hasAny && <Text as="span">{text.noBatches[0]}</Text>}
      <Box grow />
      <TextLink href={ALL_BATCHES_PATH} tone="quiet">
        {text.allBatches}
      </TextLink>
    </Row>
  );
}
