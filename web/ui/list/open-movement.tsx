import type { ReactNode } from "react";
import { Box, Row, Stack, Text } from "../layout.tsx";
import { Money } from "../money.tsx";

type OpenMovementProps = {
  /** Dollars. */
  usd: number;
  badge: ReactNode;
  /** What identifies it. */
  detail: ReactNode;
  /** The button that cancels it, while it can be cancelled. */
  action: ReactNode;
  /** All about it, below its line. */
  children?: ReactNode;
};

/** One transfer of money that has not ended: an item of a list with the amount in front. */
export function OpenMovement({ usd, badge, detail, action, children }: OpenMovementProps) {
  return (
    <Box as="li" pad={children ? "16px 20px 20px" : "12px 20px"} phone={{ pad: 16 }}>
      <Row wrap gap="4px 12px" minHeight={28} size="dense" tone="muted">
        <Text as="b" size="section" tone="text">
          <Money usd={usd} />
        </Text>
        {badge}
        <Text as="span" grow="auto">
          {detail}
        </Text>
        {action && <Stack phone={{ width: "100%", margin: "8px 0 0" }}>{action}</Stack>}
      </Row>
      {children && <Box margin="16px 0 0">{children}</Box>}
    </Box>
  );
}
