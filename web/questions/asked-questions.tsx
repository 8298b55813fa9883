import { Suspense } from "react";
import type { QuestionKind } from "../../worker/contract/client-questions.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { useQuery } from "../state/use-query.ts";
import { Button } from "../ui/button.tsx";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { uiText } from "../ui/ui-text.ts";
import { askedText } from "./asked-text.ts";
import { type ClientQuestion, QUESTIONS } from "./question-calls.ts";

/** The conversation is loaded for those who were asked something. */
const ClientConversation = lazyPage(async () => (await import("./client-conversation.tsx")).ClientConversation);

/** How long a payment's conversation stays on the account page after its end: it has no page of its own. */
const SHOWN_DAYS = 30;

export type AskedQuestionsProps = {
  timeZone: string;
  /** The item whose conversation is shown; without one, what is open about anything. */
  about?: { kind: QuestionKind; id: string };
};

/** What was asked about an item, with a form for the answer; nothing where nothing was asked. */
export function AskedQuestions({ timeZone, about }: AskedQuestionsProps) {
  const { value, error, isLoading, refetch } = useQuery(QUESTIONS);
  // A link to them leads here.
  const place = about && { id: about.id };
  // Somebody may have come by a mail about a question: an empty place would say that there is none.
  if (value === null && error !== null) {
    return (
      <Row {...place} wrap gap={8} size="dense" tone="muted" role="status" margin="8px 0">
        <Icon of={TriangleAlert} tone="warn" />
        {askedText.failed}
        <Button size="dense" isLoading={isLoading} onClick={() => void refetch()}>
          {uiText.tryAgain}
        </Button>
      </Row>
    );
  }
  const shown = value?.filter((question) => (about ? isAbout(question, about) : isCurrent(question))) ?? [];
  if (shown.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Box {...place}>
        <ClientConversation questions={shown} timeZone={timeZone} isOfItem={about !== undefined} />
      </Box>
    </Suspense>
  );
}

function isAbout({ about }: ClientQuestion, { kind, id }: { kind: QuestionKind; id: string }): boolean {
  return about.kind === kind && about.id === id;
}

function isCurrent({ state, about, askedAt }: ClientQuestion): boolean {
  return state === "open" || (about.kind === "exception" && Date.parse(askedAt) > Date.now() - SHOWN_DAYS * DAY_MS);
}
