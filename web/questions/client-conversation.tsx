import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { formatDateTime } from "../ui/format.ts";
import { ViewableImage } from "../ui/image/viewable-image.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { ClientQuestion } from "./question-calls.ts";
import { questionsText as text } from "./questions-text.ts";

type ClientConversationProps = {
  /** Newest first. */
  questions: readonly ClientQuestion[];
  timeZone: string;
  /** Whether it stands on the page of its item, which need not be named. */
  isOfItem: boolean;
};

/** The questions to the trader in the order in which they were asked, with their answers, and a form for an open one. */
export function ClientConversation({ questions, timeZone, isOfItem }: ClientConversationProps) {
  const isOpen = questions.some(({ state }) => state === "open");
  const list = (
    <Stack as="ol" gap={16}>
      {questions.toReversed().map((question) => (
        <Question key={question._id} question={question} timeZone={timeZone} isOfItem={isOfItem} />
      ))}
    </Stack>
  );
  const title = isOpen ? text.title : text.past;
  if (isOfItem) {
    return (
      <Box as="section" aria-label={title} margin="12px 0 0" pad="12px 0" line="top">
        <Text as="h3" size="dense" weight={600} margin="0 0 8px">
          {title}
        </Text>
        {list}
      </Box>
    );
  }
  return (
    <Card as="section" aria-label={title}>
      <Text as="h2" margin="0 0 12px">
        {title}
      </Text>
      {list}
    </Card>
  );
}

type QuestionProps = { question: ClientQuestion; timeZone: string; isOfItem: boolean };

function Question({ question, timeZone, isOfItem }: QuestionProps) {
  const { about, askedAt, answer, state, closedBecause } = question;
  const facts = [formatDateTime(askedAt, timeZone), ...(isOfItem ? [] : [text.about[about.kind](about.name ?? "")])];
  return (
    <Stack as="li" gap={12} minWidth={0}>
      <Said who={text.us} facts={facts.join(", ")}>
        <Text breaks="written" lang={question.language} maxWidth="80ch">
          {question.text}
        </Text>
        {question.picture && (
          <ViewableImage isThumbnail src={question.picture.src} title={text.ourPicture} saveAs="question" />
        )}
      </Said>
      {answer && (
        <Said who={text.you} facts={formatDateTime(answer.at, timeZone)}>
          {answer.isByPhone && (
            <Text size="caption" tone="muted">
              {text.byPhone}
            </Text>
          )}
          {answer.text !== "" && (
            <Text breaks="written" maxWidth="80ch">
              {answer.text}
            </Text>
          )}
          {answer.images.length > 0 && (
            <Row as="ul" wrap gap={8}>
              {answer.images.map(({ src }, index) => (
                <Box key={src} as="li">
                  <ViewableImage isThumbnail src={src} title={text.picture(index + 1)} saveAs={`answer-${index + 1}`} />
                </Box>
              ))}
            </Row>
          )}
        </Said>
      )}
      {state === "closed" && closedBecause !== null && (
        <Text size="dense" tone="muted">
          {text.ended[closedBecause]}
        </Text>
      )}
      {state === "open" && (
        <Text size="dense" tone="muted">
          {text.waits}
        </Text>
      )}
      <AnswerForm question={question} />
    </Stack>
  );
}

function Said({ who, facts, children }: { who: string; facts: string; children: ReactNode }) {
  return (
    <Stack gap={6} minWidth={0}>
      <Row as="p" gap={8} wrap size="dense">
        <b>{who}</b>
        <Text as="span" size="caption" tone="muted">
          {facts}
        </Text>
      </Row>
      {children}
    </Stack>
  );
}
