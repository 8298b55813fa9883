import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { importText } from "./import-text.ts";
import type { JobState } from "./use-import-job.ts";

const text = importText.sending;

type SendingCardProps = {
  name: string;
  state: Extract<JobState, { at: "sending" | "saving" | "stopped" }>;
  onResume: () => void;
  onCancel: () => void;
};

/** How far a file is sent; where it stopped, going on or giving up. */
export function SendingCard({ name, state, onResume, onCancel }: SendingCardProps) {
  if (state.at === "stopped") {
    const { message, isCommitUnknown, isGone, sent, total } = state;
    return (
      <Card role="alert">
        <Stack gap={12}>
          <Row as="h2" gap={8} size="section">
            <Icon of={TriangleAlert} size={20} tone="warn" />
            {text.stopped}
          </Row>
          <Text tone="muted">
            {message ?? (isCommitUnknown ? text.commitUnknown : text.stoppedDetail(sent, total))}
          </Text>
          <Row gap={8} wrap>
            {isGone ? (
              <Button variant="accent" onClick={onCancel}>
                {text.startAgain}
              </Button>
            ) : (
              <Button variant="accent" onClick={onResume}>
                {text.resume}
              </Button>
            )}
            {!isCommitUnknown && !isGone && <Button onClick={onCancel}>{text.giveUp}</Button>}
          </Row>
        </Stack>
      </Card>
    );
  }
  const isSaving = state.at === "saving";
  const title = isSaving ? text.saving : text.title(name);
  const percent = state.at === "saving" || state.total === 0 ? 100 : (state.sent / state.total) * 100;
  const valueText = state.at === "saving" ? text.saving : text.sent(state.sent, state.total);
  return (
    <Card aria-busy="true">
      <Stack gap={12} maxWidth={560}>
        <Text as="h2" size="section" breaks="anywhere">
          {title}
        </Text>
        <ProgressBar label={title} percent={percent} valueText={valueText} />
        <Row justify="space-between" size="dense" tone="muted">
          <span className="num">{valueText}</span>
          {!isSaving && (
            <Button size="dense" onClick={onCancel}>
              {text.cancel}
            </Button>
          )}
        </Row>
        <Text tone="muted">{text.detail}</Text>
      </Stack>
    </Card>
  );
}
