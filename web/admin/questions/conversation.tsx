import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import { LANGUAGE_NAMES } from "../../../worker/contract/languages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { formatAge } from "../../ui/format.ts";
import { Eye, Hourglass, Icon, IdCard, Maximize, Smartphone } from "../../ui/icon.tsx";
import { Box, Grid, Row, Stack, Text } from "../../ui/layout.tsx";
import { QuietText, SectionTitle } from "../core/admin-layout.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { isHiddenImage } from "../core/roles.ts";
import { workedAge, workedMsOf } from "../core/waiting-age.tsx";
import { EvidenceImage, type EvidenceImageProps } from "../trader/evidence-image.tsx";
import { EvidenceImagesContext } from "../trader/evidence-images.ts";
import { clientWaitMs } from "./client-wait.ts";
import type { AdminQuestion, ClientWait, QuestionThread } from "./question-calls.ts";
import { keptQuestion } from "./question-draft.ts";
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
  itemId: string;
  /** Where the next question is written; null while nothing can be asked. */
  composer: ReactNode;
  /** Why nothing can be asked, where the item does not say it elsewhere. */
  obstacle?: string | false;
  /** The image of the trader's ID card, beside which a picture of an answer can be laid; null without one. */
  card: string | null;
};

/** What was asked about an item, and what its client has answered: exactly what the client sees, with the other language for admins. */
export function Conversation(props: ConversationProps) {
  const { thread, client, user, cameAt, isOpen, view, itemId, composer, obstacle = false, card } = props;
  useSignals();
  const { nowMs } = view;
  const theirsMs = clientWaitMs(client, nowMs);
  if (thread.list.length === 0 && !isOpen) return null;
  return (
    <section aria-label={text.title}>
      <Row gap={8} wrap>
        <SectionTitle>{text.title}</SectionTitle>
        <Row as="span" gap={6} size="caption" tone="muted">
          <Icon of={Eye} size={14} />
          {text.seenBy(user.name)}
        </Row>
      </Row>
      {isOpen && theirsMs > 0 && (
        <Text size="caption" tone="muted" className="num">
          {text.counted(workedAge(workedMsOf({ since: cameAt, client }, nowMs)), formatAge(theirsMs))}
        </Text>
      )}
      <Stack gap={16} margin="8px 0 0">
        {thread.list.length > 0 && (
          <Stack as="ol" gap={16}>
            {thread.list.map((question) => (
              <Question key={question._id} question={question} user={user} view={view} card={card} />
            ))}
          </Stack>
        )}
        {composer ?? (
          <NoComposer
            isOpen={isOpen}
            user={user}
            itemId={itemId}
            obstacle={obstacle}
            hasAsked={thread.list.length > 0}
          />
        )}
      </Stack>
    </section>
  );
}

type NoComposerProps = Pick<ConversationProps, "isOpen" | "user" | "itemId"> & {
  obstacle: string | false;
  hasAsked: boolean;
};

/** In place of the composer: why nothing can be asked, and that what was being written is kept. */
function NoComposer({ isOpen, user, itemId, obstacle, hasAsked }: NoComposerProps) {
  const lines = [
    user.closedAt !== null ? text.accountClosed : isOpen && obstacle,
    isOpen && user.closedAt === null && keptQuestion(itemId) !== null && text.kept,
  ].filter((line) => line !== false);
  if (lines.length === 0) return hasAsked ? null : <QuietText>{text.nothing}</QuietText>;
  return lines.map((line) => <QuietText key={line}>{line}</QuietText>);
}

type QuestionProps = { question: AdminQuestion } & Pick<ConversationProps, "user" | "view" | "card">;

function Question({ question, user, view: { admin, nowMs, at }, card }: QuestionProps) {
  const { askedById, askedBy, askedAt, template, language, otherText, picture, remindedAt, returnedAt, answer } =
    question;
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
            <Box size="caption" tone="muted" line="top" pad="8px 0 0">
              <Written>{otherText}</Written>
            </Box>
          )}
          {picture && (
            <Picture
              src={picture.src}
              title={text.pictureAsked(user.name)}
              saveAs={`question-${user.username}`}
              open={text.openAsked}
              sent={at(askedAt)}
            />
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
              return (
                <Picture
                  key={number}
                  src={image.src}
                  title={text.pictureOf(number, user.name)}
                  saveAs={`answer-${number}-${user.username}`}
                  open={text.open(number)}
                  sent={at(answer.at)}
                  beside={{ number, card, user }}
                />
              );
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
  src: string;
  title: string;
  saveAs: string;
  /** The words of its button. */
  open: string;
  sent: string;
  /** The card that it can be laid beside, for a picture of an answer. */
  beside?: { number: number; card: string | null; user: ConversationProps["user"] };
};

/** A picture of the conversation behind buttons: it is requested by a press alone, as each look is in the audit log. */
function Picture({ src, title, saveAs, open, sent, beside }: PictureProps) {
  const [isShown, setIsShown] = useState(false);
  const [isBeside, setIsBeside] = useState(false);
  const picture = { src, title, saveAs, caption: sent };
  if (isHiddenImage(src)) {
    return (
      <Box maxWidth={420}>
        <EvidenceImage {...picture} />
      </Box>
    );
  }
  const card = beside?.card ?? null;
  return (
    <Stack gap={8}>
      {isShown && (
        <Box maxWidth={420}>
          <EvidenceImage {...picture} />
        </Box>
      )}
      <Row gap={8} wrap>
        {!isShown && (
          <Button size="dense" icon={Maximize} onClick={() => setIsShown(true)}>
            {open}
          </Button>
        )}
        {beside && card !== null && !isHiddenImage(card) && (
          <Button
            size="dense"
            icon={IdCard}
            aria-label={text.besideOf(beside.number)}
            aria-haspopup="dialog"
            onClick={() => setIsBeside(true)}
          >
            {text.beside}
          </Button>
        )}
        <Text as="span" size="caption" tone="muted">
          {text.logged}
        </Text>
      </Row>
      {beside && isBeside && card !== null && (
        <BesideCard
          answer={picture}
          number={beside.number}
          card={card}
          user={beside.user}
          onClose={() => setIsBeside(false)}
        />
      )}
    </Stack>
  );
}

type BesideCardProps = {
  answer: EvidenceImageProps;
  number: number;
  card: string;
  user: ConversationProps["user"];
  onClose: () => void;
};

/** No image of the dialog counts for a decision: the evidence of the item itself does. */
const NO_EVIDENCE = { report() {}, attempt: 0 };

/** A picture of an answer and the ID card side by side, each with its own zoom. */
function BesideCard({ answer, number, card, user, onClose }: BesideCardProps) {
  return (
    <Dialog
      title={text.besideTitle(user.name)}
      width="large"
      onClose={onClose}
      actions={
        <Button data-autofocus="" onClick={onClose}>
          {text.close}
        </Button>
      }
    >
      <EvidenceImagesContext value={NO_EVIDENCE}>
        <Grid columns={2} gap={16} phone={{ columns: 1 }}>
          <section>
            <SectionTitle>{text.picture(number)}</SectionTitle>
            <EvidenceImage {...answer} />
          </section>
          <section>
            <SectionTitle>{text.card}</SectionTitle>
            <EvidenceImage src={card} title={text.cardOf(user.name)} saveAs={`id-card-${user.username}`} caption="" />
          </section>
        </Grid>
      </EvidenceImagesContext>
    </Dialog>
  );
}
