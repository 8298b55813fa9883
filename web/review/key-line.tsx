import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { settings } from "../state/settings.ts";
import { KeyCap } from "../ui/key-cap.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { layer, media, type } from "../ui/theme.ts";
import { journalText as text } from "./journal-text.ts";

const Line = styled("div")`
  ${type.caption}
  position: sticky;
  bottom: 0;
  z-index: ${layer.sticky};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 20px;
  min-height: 48px;
  margin: 0 -24px -24px;
  padding: 8px 24px;
  border-top: 1px solid var(--line);
  background: var(--surface);
  color: var(--muted);
  /* Where the bar of a phone is at the foot, keys are of little use. */
  ${media.touch} {
    display: none;
  }
  ${media.narrow} {
    display: none;
  }
  ${media.print} {
    display: none;
  }
`;

const { keys } = text;
const KEYS: readonly (readonly [words: string, ...caps: string[]])[] = [
  [keys.previous, "K"],
  [keys.next, "J"],
  [keys.grade, "1", "4"],
  [keys.mistake, "M"],
  [keys.tag, "T"],
  [keys.note, "N"],
  [keys.done, "Enter"],
  [keys.leave, "Esc"],
];

/** The keys of the journal, at its foot, and how much is left to review. @param left null until it is known */
export function KeyLine({ left }: { left: number | null }) {
  useSignals();
  return (
    <Line>
      {settings.value.keyboard.shortcuts &&
        KEYS.map(([words, first = "", last]) => (
          <Row as="span" key={words} gap={6}>
            <KeyCap>{first}</KeyCap>
            {last && (
              <>
                {keys.to} <KeyCap>{last}</KeyCap>
              </>
            )}
            {words}
          </Row>
        ))}
      <Box as="span" margin="0 0 0 auto">
        {left !== null && text.left(left)}
      </Box>
    </Line>
  );
}
