import { type ChangeEvent, useId, useRef, useState } from "react";
import { QUESTION } from "../../worker/contract/client-questions.ts";
import { ACCEPTED_IMAGES, shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import { ApiError } from "../state/api.ts";
import { ownerId } from "../state/owner.ts";
import { invalidate } from "../state/query.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { ImageUp, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Box, Row, Stack, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { toast } from "../ui/toast/toast.ts";
import { type AnswerBody, answerQuestion, type ClientQuestion, QUESTIONS } from "./question-calls.ts";
import { questionsText as text } from "./questions-text.ts";

/**
 * The form for the answer to an open question. Where the question has ended meanwhile, it shows why the answer was not taken. The text is
 * kept in this browser until it is sent, the pictures as long as the page.
 */
export function AnswerForm({ question }: { question: ClientQuestion }) {
  const errorId = useId();
  const file = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => keptAnswer(question._id));
  const [images, setImages] = useState<readonly string[]>([]);
  const [isReading, setIsReading] = useState(false);
  const { submit, isSending, errorOf, formError, setProblem, form } = useSubmit({
    send: (body: AnswerBody, key) => answerQuestion(question._id, body, key),
    onDone() {
      keepAnswer(question._id, "");
      toast.success(text.sent);
      void invalidate(QUESTIONS.key);
    },
    explain(error) {
      // Another tab may have answered, or the item was decided: the conversation says so.
      if (error instanceof ApiError && error.code === "wrong_state") void invalidate(QUESTIONS.key);
      return problemOf(error, text.failed);
    },
    fields: ["text"],
  });

  function type(next: string) {
    setTyped(next);
    keepAnswer(question._id, next);
  }

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])].slice(0, QUESTION.imagesMax - images.length);
    // The same file can be chosen again.
    target.value = "";
    if (files.length === 0) return;
    setIsReading(true);
    setProblem(null);
    try {
      const read = await Promise.all(files.map((one) => shrinkImage(one)));
      // The same picture twice is one.
      setImages((before) => [...new Set([...before, ...read])].slice(0, QUESTION.imagesMax));
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      setProblem({ message: error.words ?? text.unreadable, field: undefined });
    } finally {
      setIsReading(false);
    }
  }

  function send() {
    const body = { text: typed.trim(), images: [...images] };
    if (body.text === "" && images.length === 0) setProblem({ message: text.missing, field: "text" });
    else void submit(body);
  }

  const error = formError && (
    <Box role="alert">
      <FieldError id={errorId}>{formError}</FieldError>
    </Box>
  );
  if (question.state !== "open") return error;
  const isFull = images.length >= QUESTION.imagesMax;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap={12} maxWidth={640}>
        <TextArea
          name="text"
          label={text.answer}
          hint={text.hint}
          error={errorOf("text")}
          maxLength={QUESTION.textMax}
          value={typed}
          readOnly={isSending}
          onChange={({ target }) => type(target.value)}
        />
        {images.length > 0 && (
          <Row as="ul" wrap gap={8}>
            {images.map((src, index) => (
              <Row key={src} as="li" align="start" gap={4}>
                <img src={src} alt={text.picture(index + 1)} height={72} />
                <IconButton
                  icon={X}
                  size="dense"
                  label={text.remove(index + 1)}
                  disabled={isSending}
                  onClick={() => setImages(images.filter((one) => one !== src))}
                />
              </Row>
            ))}
          </Row>
        )}
        {error}
        <Row wrap gap={8}>
          <Button type="submit" variant="accent" isLoading={isSending} disabled={isReading}>
            {text.send}
          </Button>
          <Button
            icon={ImageUp}
            isLoading={isReading}
            disabled={isSending || isFull}
            onClick={() => file.current?.click()}
          >
            {text.addPicture}
          </Button>
          <LiveRegion>{isReading ? text.reading : ""}</LiveRegion>
          {isFull && (
            <Text as="span" size="caption" tone="muted">
              {text.full(QUESTION.imagesMax)}
            </Text>
          )}
        </Row>
        <input
          ref={file}
          hidden
          type="file"
          multiple
          accept={ACCEPTED_IMAGES}
          aria-label={text.addPicture}
          onChange={(event) => void add(event)}
        />
      </Stack>
    </form>
  );
}

const keyOf = (id: string) => accountKey(`answer-draft:${id}`, ownerId() ?? "");

function keptAnswer(id: string): string {
  return localStore.get(keyOf(id)) ?? "";
}

function keepAnswer(id: string, typed: string): void {
  if (typed.trim() === "") localStore.remove(keyOf(id));
  else localStore.set(keyOf(id), typed);
}
