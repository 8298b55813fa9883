import { styled } from "goober";
import type { ReactNode } from "react";
import { Box, Row, Text } from "../ui/layout.tsx";
import { layer, media } from "../ui/theme.ts";

/** On phones above the bar at the bottom, whatever is scrolled. */
const Foot = styled("footer")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: 12px;
  ${media.phone} {
    position: sticky;
    z-index: ${layer.sticky};
    bottom: var(--bottom-bar);
    flex-direction: column;
    align-items: stretch;
    gap: 8px;
    margin: 0 -16px;
    padding: 12px 16px;
    border-top: 1px solid var(--line);
    background: var(--surface);
    text-align: center;
  }
`;

type CheckFootProps = { note: ReactNode; phoneNote: string; another: ReactNode; children: ReactNode };

/** The last line of a step: what can be done about it, another file, and the way on. */
export function CheckFoot({ note, phoneNote, another, children }: CheckFootProps) {
  return (
    <Foot>
      <Box grow showOn="wide">
        {note}
      </Box>
      <Row gap={12} showOn="wide">
        {another}
      </Row>
      {children}
      <Text size="caption" tone="muted" showOn="phone">
        {phoneNote}
      </Text>
    </Foot>
  );
}
