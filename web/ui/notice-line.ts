import { styled } from "goober";
import { media, tint, type } from "./theme.ts";

/** A line above a page's content: an icon, a message, and its actions. `data-tone` is `warn` for a warning, `accent` for a state; `data-place` is `over` for one that stands over a page. */
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
  &[data-tone="accent"] {
    border-color: ${tint("accent", 40)};
    background: ${tint("accent", 8)};
  }
  &[data-tone] > p {
    color: var(--text);
  }
  /* A state is short: its action stays beside it on phones. */
  &[data-tone="accent"] > p {
    flex-basis: 160px;
  }
  &[data-tone="warn"] > p > svg {
    color: var(--warn);
  }
  &[data-place="over"] {
    margin: 0;
    box-shadow: var(--shadow);
  }
  ${media.print} {
    display: none;
  }
`;
