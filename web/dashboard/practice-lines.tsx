import type { ReactNode } from "react";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { firstStepsText as text } from "./first-steps-text.ts";

export function PracticeLines({ openResult, free }: { openResult: ReactNode; free: ReactNode }) {
  const lines = [
    { name: text.openResult, value: openResult },
    { name: text.freeToTrade, value: free },
  ];
  return (
    <Row as="dl" gap={24} textAlign="right" showOn="wide">
      {lines.map(({ name, value }) => (
        <Stack key={name} gap={2}>
          <Text as="dt" size="caption" tone="muted">
            {name}
          </Text>
          <Text as="dd" size="dense" weight={500}>
            {value}
          </Text>
        </Stack>
      ))}
    </Row>
  );
}
