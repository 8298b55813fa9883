import { useState } from "react";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../worker/contract/languages.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { ActionDialog } from "../core/action-dialog.tsx";
import type { ReviewDialogProps, ReviewRow } from "../review/review-actions.tsx";
import type { AskBody, QuestionThread } from "./question-calls.ts";
import { type QuestionDraft, useQuestionDraft } from "./question-draft.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";

type AskDialogProps = ReviewDialogProps<ReviewRow, AskBody, { questions: QuestionThread }>;
type Template = QuestionThread["templates"][number];

/** The language beside the one that a client is asked in. */
function otherThan(language: Language): Language {
  return LANGUAGES.find((one) => one !== language) ?? language;
}

/**
 * Writes a question to a client in their language, and what it says in another one for colleagues. Templates fill both. It is kept as a
 * draft of its item, so that leaving asks nothing.
 */
export function AskDialog({ item, view, before, problem, onSubmit, onClose }: AskDialogProps) {
  const thread = view.context?.questions;
  const language = thread?.language ?? LANGUAGES[0];
  const empty: QuestionDraft = { text: "", otherText: "", language, template: null };
  const [draft, change] = useQuestionDraft(item._id, before ? draftOf(before) : empty);
  const [hasTried, setHasTried] = useState(false);
  const other = otherThan(draft.language);
  const templates = thread?.templates ?? [];

  function choose(template: Template) {
    const said = { text: template.text[draft.language], otherText: template.text[other] };
    // What was written beside a template stays.
    const isOwn = draft.text.trim() !== "" && !templates.some((one) => one.text[draft.language] === draft.text);
    change({
      ...draft,
      text: isOwn ? `${draft.text.trimEnd()}\n\n${said.text}` : said.text,
      otherText: isOwn && draft.otherText !== "" ? `${draft.otherText.trimEnd()}\n\n${said.otherText}` : said.otherText,
      template: template.template,
    });
  }

  /** Both texts change places: what was for colleagues is for the client. */
  function changeLanguage(next: Language) {
    change({ ...draft, language: next, text: draft.otherText, otherText: draft.text });
  }

  function submit() {
    setHasTried(true);
    const question = draft.text.trim();
    if (question === "") return;
    const template = templates.find((one) => one.template === draft.template)?.template ?? null;
    onSubmit({ text: question, otherText: draft.otherText.trim(), language: draft.language, template });
  }

  const missing = hasTried && draft.text.trim() === "" ? text.missing : null;
  return (
    <ActionDialog
      title={text.askTitle(item.user.name)}
      lead={text.askLead}
      submit={text.askSubmit}
      isKept
      problem={problem}
      fields={["text", "otherText"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={6} role="group" aria-label={text.templates}>
        <Text size="caption" tone="muted">
          {text.templates}
        </Text>
        <Row wrap gap={6}>
          {templates.map((template) => (
            <Button
              key={template.template}
              size="dense"
              aria-pressed={draft.template === template.template}
              onClick={() => choose(template)}
            >
              {text.templateWord[template.template]}
            </Button>
          ))}
        </Row>
      </Stack>
      <Row gap={6} role="group" aria-label={text.language}>
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            size="dense"
            lang={one}
            aria-pressed={draft.language === one}
            onClick={() => draft.language !== one && changeLanguage(one)}
          >
            {LANGUAGE_NAMES[one]}
          </Button>
        ))}
      </Row>
      <TextArea
        data-autofocus=""
        label={text.text(LANGUAGE_NAMES[draft.language])}
        hint={text.textHint}
        error={missing ?? (problem?.field === "text" ? problem.message : null)}
        rows={5}
        maxLength={TEXT_MAX.note}
        value={draft.text}
        onChange={({ target }) => change({ ...draft, text: target.value })}
      />
      <TextArea
        label={text.other(LANGUAGE_NAMES[other])}
        hint={text.otherHint}
        error={problem?.field === "otherText" ? problem.message : null}
        maxLength={TEXT_MAX.note}
        value={draft.otherText}
        onChange={({ target }) => change({ ...draft, otherText: target.value })}
      />
      <Text size="caption" tone="muted">
        {text.kept}
      </Text>
    </ActionDialog>
  );
}

function draftOf({ text: written, otherText = "", language, template = null }: AskBody): QuestionDraft {
  return { text: written, otherText, language, template };
}
