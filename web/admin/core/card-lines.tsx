import { styled } from "goober";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Panel } from "../../ui/card.tsx";
import { Box, Stack, Text } from "../../ui/layout.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { type FlagList, Flags } from "./admin-flag.tsx";

const Line = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 12px;
  min-height: 36px;
  padding: 4px 20px;
  &[href]:hover {
    background: ${tint("text", 4)};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    min-height: 44px;
  }
  ${media.phone} {
    padding: 4px 16px;
  }
`;

export type CardLine = {
  name: string;
  value: ReactNode;
  /** At the end: for example an age. */
  aside?: ReactNode;
  isLate?: boolean;
  /** `warn` for a value that is late, `down` for one that must not be. */
  tone?: "warn" | "down" | undefined;
  /** Whether the line is dimmed, as there is nothing to see. */
  isQuiet?: boolean;
  href?: string;
  /** Below: more about it. */
  detail?: ReactNode;
};

type LinesPanelProps = {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  /** Above the lines. */
  flags?: FlagList;
  children?: ReactNode;
  lines: readonly CardLine[];
};

/** A card of names and figures, each of which may link to the list behind it. */
export function LinesPanel({ title, note, action, flags = [], children, lines }: LinesPanelProps) {
  return (
    <Panel title={title} note={note} action={action}>
      {flags.some(Boolean) && (
        <Box pad={8}>
          <Flags of={flags} />
        </Box>
      )}
      {children}
      <Stack as="ul" line="between">
        {lines.map((line) => (
          <li key={line.name}>
            {line.href === undefined ? (
              <Line>
                <Cells line={line} />
              </Line>
            ) : (
              <Link href={line.href} asChild>
                <Line as="a">
                  <Cells line={line} />
                </Line>
              </Link>
            )}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}

function Cells({
  line: { name, value, aside, isLate = false, tone: valueTone, isQuiet = false, detail },
}: {
  line: CardLine;
}) {
  const tone = isQuiet ? "muted" : undefined;
  return (
    <>
      <Text as="span" grow minWidth={0} tone={tone}>
        {name}
      </Text>
      <Text as="b" className="num" weight={isQuiet ? 400 : 600} tone={valueTone ?? tone} data-tone={valueTone}>
        {value}
      </Text>
      {aside !== undefined && (
        <Text
          as="span"
          className="num"
          minWidth={72}
          textAlign="right"
          breaks="never"
          tone={isLate ? "warn" : "muted"}
          data-tone={isLate ? "warn" : undefined}
        >
          {aside}
        </Text>
      )}
      {detail && (
        <Text as="div" grow="1 0 100%" minWidth={0} tone="muted" breaks="anywhere">
          {detail}
        </Text>
      )}
    </>
  );
}
