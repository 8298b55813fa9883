import { styled } from "goober";
import type { ReactNode } from "react";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import { fileFaultMessage } from "../imports/fault-messages.ts";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { type } from "../ui/theme.ts";
import { importText } from "./import-text.ts";
import type { RefusedFile } from "./use-file-queue.ts";

const Quote = styled("blockquote")`
  ${type.dense}
  margin: 0;
  padding: 8px 12px;
  border-left: 2px solid var(--warn);
  background: var(--raised);
  overflow-wrap: anywhere;
`;

const text = importText.refused;

/** Why a file was refused, the line that says so, and what to do instead. */
export function RefusedNotice({ refused, children }: { refused: RefusedFile; children: ReactNode }) {
  const { name, fault, line, quote } = refused;
  const way = wayOut(fault);
  const isDemo = fault.code === "demo_run";
  return (
    <Stack gap={16} width="100%" maxWidth={480}>
      <Stack gap={12} role="alert">
        <Row as="h2" align="start" gap={8} size="section" breaks="anywhere">
          <Text as="span" grow={false} tone="warn" pad="4px 0 0">
            <Icon of={TriangleAlert} size={20} />
          </Text>
          {isDemo ? text.titleDemo(name) : text.title(name)}
        </Row>
        <Text>
          {line !== null && `${text.at(line)}: `}
          {messageOf(fault)}
        </Text>
        {quote !== null && <Quote>{quote}</Quote>}
        <Text tone="muted">
          {way !== null && `${way} `}
          {text.nothingSent}
        </Text>
      </Stack>
      {children}
    </Stack>
  );
}

function messageOf(fault: RefusedFile["fault"]): string {
  switch (fault.code) {
    case "crashed":
      return text.crashed;
    case "too_many":
      return text.tooMany(BROKER.rowsMax);
    case "unknown_format":
      return text.unknown;
    default:
      return fileFaultMessage(fault);
  }
}

/** What to do, where the message does not say it. */
function wayOut(fault: RefusedFile["fault"]): string | null {
  switch (fault.code) {
    case "demo_run":
      return text.demo;
    case "too_many":
    case "unpacked_too_large":
      return text.shorter;
    case "no_trades":
      return text.closedTrades;
    case "unknown_format":
    case "no_table":
    case "not_text":
    case "column_missing":
    case "column_twice":
      return text.unknownWay;
    case "damaged":
    case "cut":
    case "quote_inside":
    case "quote_open":
    case "empty":
      return text.exportAgain;
    default:
      return null;
  }
}
