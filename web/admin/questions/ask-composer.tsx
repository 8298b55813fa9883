import { styled } from "goober";
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../worker/contract/languages.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { ButtonKey } from "../../ui/key-cap.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { Segments } from "../../ui/segments.tsx";
import { media, type } from "../../ui/theme.ts";
import { UNDO_MS } from "../../ui/undo-time.ts";
import { KEYS } from "../core/admin-keys.ts";
import { focusShownItem } from "../core/item-head.tsx";
import type { ReviewDialogProps, ReviewRow } from "../review/review-actions.tsx";
import { AskPicture, usePictureReader } from "./ask-picture.tsx";
import type { AskBody, QuestionThread } from "./question-calls.ts";
import { type QuestionDraft, useQuestionDraft } from "./question-draft.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";

/** What is written for the client, in the colour of what they see; notes stand in another one. */
const Frame = styled("div")`
  display: grid;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  &:focus-within {
    border-color: var(--accent);
  }
  & > textarea {
    ${type.body}
    line-height: 24px;
    display: block;
    width: 100%;
    min-height: 72px;
    padding: 10px 12px;
    border: 0;
    background: none;
    resize: vertical;
    field-sizing: content;
    &:focus-visible {
      outline: none;
    }
    ${media.phone} {
      font-size: 16px;
    }
  }
  & > textarea + textarea {
    ${type.caption}
    line-height: 20px;
    min-height: 36px;
    margin: 0 12px;
    width: auto;
    padding: 8px 0;
    border-top: 1px solid var(--line);
    resize: none;
    color: var(--muted);
    ${media.phone} {
      font-size: 16px;
    }
  }
`;

/** The composer as one line, until somebody asks. */
const Closed = styled("button")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  width: 100%;
  min-height: 40px;
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  color: var(--muted);
  cursor: text;
  ${media.touch} {
    min-height: 44px;
  }
`;

type AskComposerProps = ReviewDialogProps<ReviewRow, AskBody, { questions: QuestionThread }>;
type Template = QuestionThread["templates"][number];

/** Moves the focus into the composer of the open item. */
export function focusComposer(): void {
  const place = document.querySelector<HTMLElement>("[data-ask]");
  if (place instanceof HTMLButtonElement) place.click();
  else place?.focus();
}

/** What the composer has; a refusal about anything else stands above the item. */
const REFUSED_FIELDS: readonly string[] = ["text", "otherText", "image"];

/** The language beside the one that a client is asked in. */
function otherThan(language: Language): Language {
  return LANGUAGES.find((one) => one !== language) ?? language;
}

/**
 * Writes a question to a client in their language, and what it says in another one for colleagues, below the conversation. Templates
 * fill both. It is kept as a draft of its item, so that leaving asks nothing.
 */
export function AskComposer({ item, view, before, problem, onSubmit }: AskComposerProps) {
  const errorId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const thread = view.context?.questions;
  const language = thread?.language ?? LANGUAGES[0];
  const empty: QuestionDraft = { text: "", otherText: "", language, template: null, picture: null };
  const [draft, change] = useQuestionDraft(item._id, before ? draftOf(before) : empty);
  const [isOpened, setIsOpened] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const reader = usePictureReader((picture) => change({ ...draft, picture }));
  const other = otherThan(draft.language);
  const templates = thread?.templates ?? [];
  const isOpen =
    isOpened || draft.text !== "" || draft.otherText !== "" || draft.picture !== null || thread?.list.length !== 0;

  // The pressed line is gone.
  useLayoutEffect(() => {
    if (isOpened) area.current?.focus();
  }, [isOpened]);

  if (!isOpen) {
    return (
      <Closed type="button" data-ask="" aria-keyshortcuts={KEYS.ask} onClick={() => setIsOpened(true)}>
        {text.askLabel(item.user.name)}
        <ButtonKey>{KEYS.ask}</ButtonKey>
      </Closed>
    );
  }

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
    area.current?.focus();
  }

  /** Both texts change places: what was for colleagues is for the client. */
  function changeLanguage(next: Language) {
    change({ ...draft, language: next, text: draft.otherText, otherText: draft.text });
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setHasTried(true);
    if (reader.isReading) return;
    if (faultOf(draft) !== null) {
      area.current?.focus();
      return;
    }
    const template = templates.find((one) => one.template === draft.template)?.template ?? null;
    onSubmit({
      text: draft.text.trim(),
      otherText: draft.otherText.trim(),
      language: draft.language,
      template,
      ...(draft.picture?.src ? { image: draft.picture.src } : {}),
    });
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void reader.read(files);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
    if (event.key === "Escape") {
      event.preventDefault();
      focusShownItem();
    }
  }

  const refused = REFUSED_FIELDS.includes(problem?.field ?? "") ? problem?.message : null;
  const error = (hasTried ? faultOf(draft) : null) ?? refused;
  return (
    <form noValidate aria-label={text.askLabel(item.user.name)} onSubmit={submit}>
      <Stack gap={8}>
        <Row wrap gap={6} justify="space-between">
          <Row wrap gap={6} role="group" aria-label={text.templates}>
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
          <Segments
            label={text.language}
            size="dense"
            value={draft.language}
            options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
            onChange={changeLanguage}
          />
        </Row>
        <Frame>
          <textarea
            ref={area}
            data-ask=""
            lang={draft.language}
            aria-label={text.text(LANGUAGE_NAMES[draft.language])}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            aria-keyshortcuts="Control+Enter"
            placeholder={text.textHint}
            value={draft.text}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onChange={({ target }) => change({ ...draft, text: target.value })}
          />
          <textarea
            rows={1}
            lang={other}
            aria-label={text.other(LANGUAGE_NAMES[other])}
            placeholder={text.otherHint(LANGUAGE_NAMES[other])}
            value={draft.otherText}
            onKeyDown={onKeyDown}
            onChange={({ target }) => change({ ...draft, otherText: target.value })}
          />
        </Frame>
        {error && <FieldError id={errorId}>{error}</FieldError>}
        <AskPicture picture={draft.picture} reader={reader} onRemove={() => change({ ...draft, picture: null })} />
        <Row wrap gap={8} justify="space-between">
          <Text as="span" size="caption" tone="muted">
            {text.askLead(UNDO_MS / 1_000)}
          </Text>
          <Button type="submit" disabled={reader.isReading}>
            {text.askSubmit}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** Why a question is not sent as it stands; null without a reason. The API refuses it as well, after the countdown. */
function faultOf({ text: written, otherText, picture }: QuestionDraft): string | null {
  if (written.trim() === "") return text.missing;
  if (picture?.src === null) return text.pictureNotKept(picture.name);
  const longest = Math.max(...[written, otherText].map((one) => [...one.trim().normalize("NFC")].length));
  // As of a note: what only the trader's form and the Worker share would be a file of its own.
  return longest > TEXT_MAX.note ? text.tooLong(TEXT_MAX.note, longest - TEXT_MAX.note) : null;
}

function draftOf({ text: written, otherText = "", language, template = null, image }: AskBody): QuestionDraft {
  const picture = image ? { id: crypto.randomUUID(), name: text.pictureUnnamed, src: image } : null;
  return { text: written, otherText, language, template, picture };
}
