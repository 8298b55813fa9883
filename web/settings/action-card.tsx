import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import type { IconGlyph } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";

type ActionCardProps = { title: string; why: string; icon: IconGlyph; label: string; onPress: () => void };

/** An action that takes effect at once, below the settings of a tab. */
export function ActionCard({ title, why, icon, label, onPress }: ActionCardProps) {
  return (
    <Card>
      <Row justify="space-between" gap={16} phone={{ wrap: true }}>
        <Box>
          <h2>{title}</h2>
          <Text size="caption" tone="muted">
            {why}
          </Text>
        </Box>
        <Box grow={false} phone={{ width: "100%" }}>
          <Button icon={icon} isWide onClick={onPress}>
            {label}
          </Button>
        </Box>
      </Row>
    </Card>
  );
}
