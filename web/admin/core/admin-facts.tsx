import { styled } from "goober";
import type { ReactNode } from "react";
import type { Fact } from "../../ui/fact-line.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Check, Icon, TriangleAlert } from "../../ui/icon.tsx";
import { Box, Grid, Text } from "../../ui/layout.tsx";
import { SectionTitle } from "./admin-layout.ts";

const MarkFrame = styled("span")`
  margin-left: 4px;
  color: var(--up);
  &[data-mark="warn"] {
    color: var(--warn);
  }
  & > i {
    display: inline-block;
    vertical-align: text-bottom;
  }
`;

export type AdminFact = Pick<Fact, "name" | "value" | "after"> & {
  /** Uses tabular figures: for dates and money. */
  isFigure?: boolean;
  /** How the value bears on the decision; the text says the same, so the mark is not the only sign. */
  mark?: "ok" | "warn" | undefined;
};

export function FactColumns({ children }: { children: ReactNode }) {
  return (
    <Grid columns="repeat(auto-fit, minmax(min(240px, 100%), 1fr))" gap="20px 24px" phone={{ gap: 16 }}>
      {children}
    </Grid>
  );
}

/** Names and values in dense rows under one heading. */
export function AdminFacts({ title, facts }: { title: string; facts: readonly AdminFact[] }) {
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      <Facts
        arrange="pairs"
        namesPx={88}
        facts={facts.map(({ name, value, after, isFigure, mark }) => ({
          name,
          value: value && (
            <Box minWidth={0} className={isFigure ? "num" : undefined}>
              {mark ? <Marked value={value} of={mark} /> : value}
            </Box>
          ),
          after,
        }))}
      />
    </section>
  );
}

/** The last word of a text: no line begins with its mark. */
const LAST_WORD = /[^ \u200b]*$/;

function Marked({ value, of }: { value: ReactNode; of: "ok" | "warn" }) {
  const mark = (
    <MarkFrame data-mark={of}>
      <i>
        <Icon of={of === "ok" ? Check : TriangleAlert} />
      </i>
    </MarkFrame>
  );
  if (typeof value !== "string") {
    return (
      <>
        {value}
        {mark}
      </>
    );
  }
  const at = value.search(LAST_WORD);
  return (
    <>
      {value.slice(0, at)}
      <Text as="span" breaks="never">
        {value.slice(at)}
        {mark}
      </Text>
    </>
  );
}
