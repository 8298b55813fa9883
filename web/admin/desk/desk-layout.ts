import { styled } from "goober";
import { media, type } from "../../ui/theme.ts";

/** Queue, item and the acts below them; on narrow screens the queue, or one item. */
export const Panes = styled("div")`
  flex: 1;
  display: grid;
  grid-template: "queue item" minmax(0, 1fr) "acts acts" auto / 368px minmax(0, 1fr);
  min-height: 0;
  ${media.narrow} {
    grid-template: "queue" minmax(0, 1fr) / minmax(0, 1fr);
    &[data-open="true"] {
      grid-template: "item" minmax(0, 1fr) "acts" auto / minmax(0, 1fr);
    }
  }
`;

export const QueuePane = styled("section")`
  grid-area: queue;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  border-right: 1px solid var(--line);
  ${media.narrow} {
    border-right: 0;
    [data-open="true"] > & {
      display: none;
    }
  }
`;

export const ItemPane = styled("section")`
  grid-area: item;
  min-width: 0;
  min-height: 0;
  overflow: auto;
  ${media.narrow} {
    [data-open="false"] > & {
      display: none;
    }
  }
`;

/** The item itself, and beside it, where there is room, what proves it. */
export const ItemColumns = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 100%;
  &[data-evidence="true"] {
    grid-template-columns: minmax(0, 1fr) 340px;
  }
  @media (max-width: 1279px) {
    &[data-evidence="true"] {
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
    }
  }
`;

export const ItemMain = styled("div")`
  display: grid;
  align-content: start;
  gap: 20px;
  min-width: 0;
  padding: 20px;
  ${media.phone} {
    padding: 16px;
  }
`;

export const Evidence = styled("aside")`
  display: grid;
  align-content: start;
  gap: 16px;
  min-width: 0;
  padding: 20px;
  border-left: 1px solid var(--line);
  @media (max-width: 1279px) {
    border-left: 0;
    border-top: 1px solid var(--line);
  }
  ${media.phone} {
    padding: 16px;
  }
`;

export const ActBar = styled("footer")`
  grid-area: acts;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 56px;
  padding: 8px 20px;
  background: var(--surface);
  border-top: 1px solid var(--line);
  ${media.narrow} {
    [data-open="false"] > & {
      display: none;
    }
  }
  ${media.phone} {
    flex-wrap: wrap;
    padding: 8px 16px max(8px, env(safe-area-inset-bottom));
    & > button[data-variant="accent"] {
      flex: 1;
    }
  }
`;

/** Pushes what follows to the right end of the bar, and says there why it cannot be pressed; on phones, on lines of its own. */
export const ActBarSpace = styled("p")`
  ${type.dense}
  flex: 1;
  min-width: 0;
  color: var(--muted);
  text-align: right;
  text-wrap: balance;
  ${media.phone} {
    flex: 1 0 100%;
    text-align: left;
    &:empty {
      height: 0;
      margin-top: -8px;
    }
  }
`;

export const SectionTitle = styled("h3")`
  ${type.dense}
  margin-bottom: 4px;
  color: var(--muted);
  font-weight: 400;
`;
