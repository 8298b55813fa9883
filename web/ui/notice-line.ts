import { styled } from "goober";
import { media, tint, type } from "./theme.ts";

/** A line above a page's content: an icon, a message, and its actions. `data-tone="warn"` is a warning. */
export const NoticeLine = styled("aside")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  margin-bottom: 16px;
  padding: 8px 8px 8px 16px;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  & > p {
    display: flex;
    flex: 1 1 280px;
    gap: 10px;
    color: var(--muted);
  }
  & > p > svg {
    margin-top: 2px;
    color: var(--accent);
  }
  &[data-tone="warn"] {
    border-color: ${tint("warn", 40)};
    background: ${tint("warn", 12)};
  }
  &[data-tone="warn"] > p {
    color: var(--text);
  }
  &[data-tone="warn"] > p > svg {
    color: var(--warn);
  }
  ${media.print} {
    display: none;
  }
`;
