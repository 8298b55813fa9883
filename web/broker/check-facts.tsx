import { styled } from "goober";
import type { ReactNode } from "react";
import { Check, CircleAlert, FileUp, Icon, TriangleAlert } from "../ui/icon.tsx";
import { Tile } from "../ui/item.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { media, tint, type } from "../ui/theme.ts";

/** The facts about a file: its head, a row each, and the total, which a phone has above them. */
export const FactsFrame = styled("section")`
  display: flex;
  flex-direction: column;
  min-width: 0;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  & > dl {
    flex: 1;
  }
  ${media.phone} {
    gap: 12px;
    border: 0;
    border-radius: 0;
    background: none;
    & > [data-total] {
      order: -1;
      border: 1px solid var(--line);
      border-radius: var(--radius-card);
    }
    & > header {
      order: -2;
      margin: 0 -16px;
    }
  }
`;

const Line = styled("div")`
  display: grid;
  grid-template-columns: 84px minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
  min-height: 58px;
  padding: 8px 20px;
  border-top: 1px solid color-mix(in oklab, var(--line) 60%, transparent);
  & > dt {
    ${type.dense}
    color: var(--muted);
  }
  & > dd {
    ${type.dense}
    min-width: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > dd > small {
    ${type.caption}
    display: block;
    color: var(--muted);
    font-weight: 400;
  }
  & > dd + dd {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  ${media.phone} {
    grid-template-columns: 72px minmax(0, 1fr) auto;
    min-height: 52px;
    padding: 6px 0;
  }
`;

type FactLineProps = {
  name: string;
  value: ReactNode;
  /** Why it is believed, or what else is known of it. */
  why?: ReactNode;
  /** `warn` needs a look; `none` has neither mark. */
  mark?: "check" | "warn" | "none";
  action?: ReactNode;
};

/** One fact: what was understood, why, and whether it needs a look. */
export function FactLine({ name, value, why, mark = "check", action }: FactLineProps) {
  return (
    <Line>
      <dt>{name}</dt>
      <dd>
        {value}
        {why && <small>{why}</small>}
      </dd>
      <dd>
        {mark === "warn" && <Icon of={TriangleAlert} tone="warn" />}
        {mark === "check" && <Icon of={Check} tone="up" />}
        {action}
      </dd>
    </Line>
  );
}

/** The name of a file, and how it was read. */
export function FileHead({ name, note }: { name: string; note: string }) {
  return (
    <Row as="header" gap={12} minHeight={64} pad="12px 20px" phone={{ pad: "12px 16px" }}>
      <Tile icon={FileUp} />
      <div>
        <Text as="h2" size="body" weight={600} breaks="anywhere">
          {name}
        </Text>
        <Text size="caption" tone="muted">
          {note}
        </Text>
      </div>
    </Row>
  );
}

const TotalFrame = styled("div")`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: 8px 16px;
  padding: 16px 20px;
  border-top: 1px solid var(--line);
  &[data-state="equal"] {
    background: ${tint("up", 8)};
  }
  &[data-state="unequal"] {
    background: ${tint("down", 8)};
  }
  & > div {
    container-type: inline-size;
    min-width: 0;
  }
  & > div > small {
    ${type.caption}
    display: block;
    color: var(--muted);
  }
  & > div > b {
    ${type.section}
    font-size: min(20px, 13cqi);
    white-space: nowrap;
  }
  & > i {
    ${type.body}
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    border: 1px solid currentColor;
    border-radius: 50%;
    font-style: normal;
  }
  &[data-state="equal"] > i {
    color: var(--up);
  }
  &[data-state="unequal"] > i {
    color: var(--down);
  }
  & > p {
    grid-column: 1 / -1;
  }
  ${media.phone} {
    padding: 12px 16px;
    & > i + div {
      text-align: right;
    }
    & > div > b {
      font-size: min(16px, 12cqi);
    }
  }
`;

type TotalProps = {
  state: "equal" | "unequal" | "unstated";
  stated: { name: string; sum: string } | null;
  ours: { name: string; sum: string };
  /** Between the two, for screen readers. */
  words: string;
  children?: ReactNode;
};

/** The total of the statement beside the sum of its trades. */
export function Total({ state, stated, ours, words, children }: TotalProps) {
  return (
    <TotalFrame data-total="" data-state={state}>
      {stated && (
        <>
          <div>
            <small>{stated.name}</small>
            <b className="num">{stated.sum}</b>
          </div>
          <i role="img" aria-label={words}>
            {state === "equal" ? "=" : "≠"}
          </i>
        </>
      )}
      <div>
        <small>{ours.name}</small>
        <b className="num">{ours.sum}</b>
      </div>
      {children}
    </TotalFrame>
  );
}

/** Why the total needs a look. */
export function TotalProblem({ children }: { children: ReactNode }) {
  return (
    <Row span="all" gap={8} align="start" size="dense" role="alert">
      <Box pad="2px 0 0">
        <Icon of={CircleAlert} tone="down" />
      </Box>
      <Row wrap gap="4px 12px">
        {children}
      </Row>
    </Row>
  );
}
