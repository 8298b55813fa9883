import { styled } from "goober";
import { Box } from "../../ui/layout.tsx";

const Cap = styled("kbd")`
  display: inline-grid;
  place-items: center;
  min-width: 18px;
  height: 18px;
  padding: 0 4px;
  border: 1px solid currentColor;
  border-radius: 4px;
  font: inherit;
  font-size: 11px;
  line-height: 1;
  opacity: 0.8;
`;

/** A key, drawn as on a keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <Cap>{children}</Cap>;
}

/** The shortcut of a button, shown inside it. Hidden from screen readers, which read `aria-keyshortcuts`. */
export function ButtonKey({ children }: { children: string }) {
  return (
    <Box as="span" showOn="pointer" aria-hidden="true">
      <Cap>{children}</Cap>
    </Box>
  );
}
