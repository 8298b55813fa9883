import { type ReactNode, useState } from "react";
import { LANGUAGE_NAMES } from "../../../worker/contract/languages.ts";
import { Button } from "../../ui/button.tsx";
import { formatAge } from "../../ui/format.ts";
import { Hourglass, Icon, Maximize, Smartphone } from "../../ui/icon.tsx";
import { Box, Row, Stack, Text } from "../../ui/layout.tsx";
import { SectionTitle } from "../core/admin-layout.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { isHiddenImage } from "../core/roles.ts";
import { EvidenceImage } from "../trader/evidence-image.tsx";
import { clientWaitMs } from "./client-wait.ts";
import type { AdminQuestion, ClientWait, QuestionThread } from "./question-calls.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";
import { Written } from "./written.tsx";

type ConversationProps = {
  thread: QuestionThread;
  client: ClientWait;
  user: { name: string; username: string; closedAt: string | null };
  /** When the item came. */
  cameAt: string;
  isOpen: boolean;
  view: AdminView;
};

/** What was asked about an item, and what its client has answered: exactly what the client sees, with the other language for admins. */
export function Conversation({ thread, client, user, cameAt, isOpen, view }: ConversationProps) {
  const { nowMs } = view;
  const theirsMs = clientWaitMs(client, nowMs);
  if (thread.list.length === 0 && !isOpen) return null;
  return (
    <section aria-label={text.title}>
      <Row gap={8} wrap>
        <SectionTitle>{text.title}</SectionTitle>
        <Text as="span" size="caption" tone="muted">
          {text.seenBy(user.name)}
        </Text>
      </Row>
      {isOpen && theirsMs > 0 && (
        <Text size="caption" tone="muted" className="num">
          {text.counted(formatAge(nowMs - Date.parse(cameAt) - theirsMs), formatAge(theirsMs))}
        </Text>
      )}
      {thread.list.length === 0 ? (
        <Text size="dense" tone="muted">
          {user.closedAt === null ? text.nothing : text.accountClosed}
        </Text>
      ) : (
        <Stack as="ol" gap={16} margin="8px 0 0">
          {thread.list.map((question) => (
            <Question key={question._id} question={question} user={user} view={view} />
          ))}
        </Stack>
      )}
    </section>
  );
}

type QuestionProps = { question: AdminQuestion; user: ConversationProps["user"]; view: AdminView };

function Question({ question, user, view: { admin, nowMs, at } }: QuestionProps) {
  const { askedById, askedBy, askedAt, template, language, otherText, remindedAt, returnedAt, answer } = question;
  const facts = [
    at(askedAt),
    ...(template ? [text.template(text.templateWord[template as keyof typeof text.templateWord] ?? template)] : []),
    text.inLanguage(LANGUAGE_NAMES[language]),
    ...(remindedAt ? [text.reminded(midSentence(at(remindedAt)))] : []),
  ];
  return (
    <Stack as="li" gap={8} minWidth={0}>
      <Said who={askedById === admin._id ? text.you : askedBy} facts={facts.join(", ")}>
        <Stack gap={8} pad="10px 12px" surface="raised" radius="control">
          <Written lang={language}>{question.text}</Written>
          {otherText !== null && (
            <Text breaks="written" size="caption" tone="muted" line="top" pad="8px 0 0">
              {otherText}
            </Text>
          )}
        </Stack>
      </Said>
      {answer && (
        <Said who={user.name} facts={at(answer.at)}>
          <Stack gap={8} pad="10px 12px" surface="surface" radius="control">
            {question.recordedBy !== null && (
              <Row as="p" gap={6} size="caption" tone="muted">
                <Icon of={Smartphone} size={14} />
                {text.byPhone(question.recordedBy)}
              </Row>
            )}
            {answer.text !== "" && <Written>{answer.text}</Written>}
            {answer.images.map((image, index) => {
              // Pictures that the admin's roles do not show have one address.
              const number = index + 1;
              return <Picture key={number} image={image} number={number} user={user} sent={at(answer.at)} />;
            })}
          </Stack>
        </Said>
      )}
      {question.state === "open" && (
        <Row as="p" gap={6} size="caption" tone={returnedAt === null ? "muted" : "warn"}>
          <Icon of={Hourglass} size={14} />
          {returnedAt === null
            ? text.waits(formatAge(nowMs - Date.parse(askedAt)))
            : text.returned(midSentence(at(returnedAt)))}
        </Row>
      )}
      {question.closedBecause !== null && <Divider words={text.ended[question.closedBecause]} />}
      {answer && <Divider words={text.back(midSentence(at(answer.at)))} />}
    </Stack>
  );
}

function Said({ who, facts, children }: { who: string; facts: string; children: ReactNode }) {
  return (
    <Stack gap={4} minWidth={0}>
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

function Divider({ words }: { words: string }) {
  return (
    <Row gap={12} size="caption" tone="muted">
      <Box grow height={1} surface="line" />
      {words}
      <Box grow height={1} surface="line" />
    </Row>
  );
}

type PictureProps = {
  image: { src: string; bytes: number };
  number: number;
  user: ConversationProps["user"];
  sent: string;
};

/** A picture of an answer behind a button: it is requested by a press alone, as each look is in the audit log. */
function Picture({ image, number, user, sent }: PictureProps) {
  const [isShown, setIsShown] = useState(false);
  if (isShown || isHiddenImage(image.src)) {
    return (
      <Box maxWidth={420}>
        <EvidenceImage
          src={image.src}
          title={text.pictureOf(number, user.name)}
          saveAs={`answer-${number}-${user.username}`}
          caption={sent}
        />
      </Box>
    );
  }
  return (
    <Row gap={8} wrap>
      <Button size="dense" icon={Maximize} onClick={() => setIsShown(true)}>
        {text.open(number)}
      </Button>
      <Text as="span" size="caption" tone="muted">
        {text.logged}
      </Text>
    </Row>
  );
}
