import { type ReactNode, useEffect, useRef } from "react";
import type { Fact } from "../ui/fact-line.tsx";
import { Facts } from "../ui/facts.tsx";
import { Stack } from "../ui/layout.tsx";
import { Outcome } from "./outcome-layout.ts";

type OutcomeStepProps = {
  label: string;
  news: ReactNode;
  facts: readonly Fact[];
  /** The buttons, where they are beside the message and not in the footer of the sheet. */
  actions: ReactNode;
};

/** The end of a payment: its message, its facts and what to do next. It takes the focus of the step before. */
export function OutcomeStep({ label, news, facts, actions }: OutcomeStepProps) {
  const layout = useRef<HTMLDivElement>(null);
  useEffect(() => layout.current?.focus({ preventScroll: true }), []);
  return (
    <Outcome ref={layout} tabIndex={-1} role="group" aria-label={label}>
      {news}
      <Stack justify="center" gap={24}>
        <Facts facts={facts} />
        {actions}
      </Stack>
    </Outcome>
  );
}
