import { styled } from "goober";
import type { ReactNode } from "react";
import { Check, Icon, TriangleAlert } from "../../ui/icon.tsx";
import { media, type } from "../../ui/theme.ts";
import { SectionTitle } from "./admin-layout.ts";

const List = styled("dl")`
  ${type.dense}
  & > div {
    display: grid;
    grid-template-columns: 88px minmax(0, 1fr);
    gap: 8px;
    min-height: 28px;
    padding: 4px 0;
  }
  & dt {
    color: var(--muted);
  }
  & dd {
    display: flex;
    align-items: flex-start;
    gap: 4px;
    min-width: 0;
    font-weight: 500;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & dd > span {
    min-width: 0;
  }
  & dd > button {
    margin: -4px 0;
  }
  & dd > span svg {
    display: inline;
    margin-left: 6px;
    vertical-align: -3px;
  }
  & dd > span > span {
    white-space: nowrap;
  }
  & [data-mark="ok"] svg {
    color: var(--up);
  }
  & [data-mark="warn"] svg {
    color: var(--warn);
  }
`;

/** Columns of fact lists; stacked on phones. */
export const FactColumns = styled("div")`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: 20px 24px;
  ${media.phone} {
    gap: 16px;
  }
`;

/** One row of `AdminFacts`. */
export type AdminFact = {
  name: string;
  /** Null, undefined and false hide the row. */
  value: ReactNode;
  /** A control after the value, such as a copy button. */
  after?: ReactNode;
  /** Uses tabular figures: for dates and money. */
  isFigure?: boolean;
  /** How the value bears on the decision; the text says the same, so the mark is not the only sign. */
  mark?: "ok" | "warn" | undefined;
};

/** Names and values in dense rows under one heading. */
export function AdminFacts({ title, facts }: { title: string; facts: readonly AdminFact[] }) {
  const shown = facts.filter(({ value }) => value !== null && value !== undefined && value !== false);
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <List>
        {shown.map(({ name, value, after, isFigure, mark }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isFigure ? "num" : undefined} data-mark={mark}>
              <span>{mark ? <Marked value={value} mark={mark} /> : value}</span>
              {after}
            </dd>
          </div>
        ))}
      </List>
    </section>
  );
}

/** A value with its mark; the mark never wraps alone onto the next line. */
function Marked({ value, mark }: Required<Pick<AdminFact, "value">> & { mark: "ok" | "warn" }) {
  const icon = <Icon of={mark === "ok" ? Check : TriangleAlert} />;
  if (typeof value !== "string") {
    return (
      <span>
        {value}
        {icon}
      </span>
    );
  }
  const lastWord = value.lastIndexOf(" ") + 1;
  return (
    <>
      {value.slice(0, lastWord)}
      <span>
        {value.slice(lastWord)}
        {icon}
      </span>
    </>
  );
}
