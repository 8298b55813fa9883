import { cellFaultMessage } from "../imports/fault-messages.ts";
import type { PreviewLine } from "../imports/mapping/read-mapped.ts";
import { digitsText } from "../trade-accounts/exact-digits.ts";
import { Panel } from "../ui/card.tsx";
import { formatDateTime, formatSignedPrice } from "../ui/format.ts";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { Side } from "../ui/side.tsx";
import { quantityText } from "./broker-money.ts";
import { resultOf } from "./import-facts.ts";
import { importText } from "./import-text.ts";

const text = importText.columns;

type LineReadProps = {
  /** Null while it cannot be read. */
  line: PreviewLine | null;
  /** The number of the first line. */
  first: number;
  hasProfit: boolean;
  isOfTrades: boolean;
};

/** The first line of a table as the columns so far read it. */
export function LineRead({ line, first, hasProfit, isOfTrades }: LineReadProps) {
  const read = line?.read ?? null;
  const fault = line?.faults[0];
  return (
    <Panel title={text.lineOne(line?.line ?? first)}>
      <Stack gap={8} pad="12px 20px 16px" phone={{ pad: "12px 16px" }} aria-live="polite">
        {read === null ? (
          <Text tone="muted">
            {fault
              ? importText.check.columnSays(fault.column, cellFaultMessage(fault.fault, fault.text))
              : text.lineUnread}
          </Text>
        ) : (
          <>
            <Row wrap gap="4px 10px">
              <b>{read.symbol}</b>
              <Side of={"side" in read ? read.side : read.direction} />
              <span className="num">
                {text.at(quantityText(read.quantity), digitsText("price" in read ? read.price : read.entryPrice))}
              </span>
            </Row>
            <Text tone="muted" className="num">
              {"price" in read
                ? wall(read.at)
                : `${read.opened === null ? "" : `${wall(read.opened)} – `}${wall(read.closed)}, ${text.out(digitsText(read.exitPrice))}`}
            </Text>
            {isOfTrades && "profit" in read && (
              <Row justify="space-between" gap={12} pad="8px 0 0" line="top">
                <Text tone="muted" size="dense">
                  {hasProfit ? text.withProfit : text.noProfit}
                </Text>
                <b className="num">{formatSignedPrice(Number(resultOf(read)), 2)}</b>
              </Row>
            )}
          </>
        )}
      </Stack>
    </Panel>
  );
}

/** A time as the clock of the file showed it. */
function wall(at: number): string {
  return formatDateTime(at, "UTC");
}
