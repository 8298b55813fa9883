import type { ReactNode } from "react";
import { Row, Text } from "../../ui/layout.tsx";

type PageHeadProps = { title: string; lead: string; action: ReactNode };

export function PageHead({ title, lead, action }: PageHeadProps) {
  return (
    <Row as="header" wrap justify="space-between" gap="12px 24px">
      <div>
        <Text as="h2" size="section">
          {title}
        </Text>
        <Text size="body" tone="muted">
          {lead}
        </Text>
      </div>
      {action}
    </Row>
  );
}
