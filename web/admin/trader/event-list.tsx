import { Grid, Stack, Text } from "../../ui/layout.tsx";
import { QuietText } from "../core/admin-layout.ts";
import type { HistoryLine } from "./trader-history.ts";

type EventListProps = {
  lines: readonly HistoryLine[];
  at: (instant: string) => string;
  empty: string;
};

export function EventList({ lines, at, empty }: EventListProps) {
  if (lines.length === 0) return <QuietText>{empty}</QuietText>;
  return (
    <Stack as="ul" gap={8} size="dense">
      {lines.map(({ key, description, state, at: when }) => (
        <Grid as="li" key={key} columns="minmax(0, 1fr) auto" gap="0 12px">
          <span>{description}</span>
          <Text as="span" tone={state?.tone}>
            {state?.label}
          </Text>
          <Text as="small" size="caption" tone="muted" span="all" className="num">
            {at(when)}
          </Text>
        </Grid>
      ))}
    </Stack>
  );
}
