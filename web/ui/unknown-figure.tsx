import { NO_VALUE } from "./format.ts";
import { Box, Row, Text } from "./layout.tsx";
import { Skeleton } from "./skeleton.tsx";
import { TextButton } from "./text-button.tsx";
import { uiText } from "./ui-text.ts";
import { VisuallyHidden } from "./visually-hidden.ts";

/**
 * In the place of a figure that is not known: its shape while it loads, and once that has failed a dash with a button that
 * loads it again. A zero would read as a result.
 */
export function UnknownFigure({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (!hasFailed) {
    return (
      <Box pad="4px 0">
        <Skeleton width={72} height={20} />
        <VisuallyHidden>{uiText.loading}</VisuallyHidden>
      </Box>
    );
  }
  return (
    <Row align="baseline" gap={8}>
      {NO_VALUE}
      <Text as="small" size="caption" weight={400} style={{ letterSpacing: "normal" }}>
        <TextButton onClick={onRetry}>{uiText.tryAgain}</TextButton>
      </Text>
    </Row>
  );
}
