import { type ChangeEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { QUESTION } from "../../worker/contract/client-questions.ts";
import { ACCEPTED_IMAGES, shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import { ApiError } from "../state/api.ts";
import { ownerId } from "../state/owner.ts";
import { invalidate } from "../state/query.ts";
import { accountKey } from "../state/storage/account-storage.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { listenToStorage } from "../state/storage/other-tabs.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { ImageUp, X } from "../ui/icon.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
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
      // Their trackers say what waits for an answer.
      void invalidate("withdrawals");
    },
    explain(error) {
      // Another tab may have answered, or the item was decided: the conversation says so.
      if (error instanceof ApiError && error.code === "wrong_state") void invalidate(QUESTIONS.key);
      return problemOf(error, text.failed);
    },
    fields: ["text"],
  });

  // Both tabs show what was typed last: one of them will be sent.
  const takeOver = useEffectEvent((key: string) => {
    if (key === keyOf(question._id) && !isSending) setTyped(keptAnswer(question._id));
  });
  useEffect(() => listenToStorage(takeOver), []);

  function type(next: string) {
    setTyped(next);
    keepAnswer(question._id, next);
  }

  async function add({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    // The same file can be chosen again.
    target.value = "";
    if (files.length === 0) return;
    setIsReading(true);
    setProblem(null);
    try {
      const { all, problems } = await readPictures(files, images);
      setImages(all);
      if (problems.length > 0) setProblem({ message: problems.join(" "), field: undefined });
    } finally {
      setIsReading(false);
    }
  }

  function send() {
    const body = { text: typed.trim(), images: [...images] };
    const length = [...body.text.normalize("NFC")].length;
    if (length === 0 && images.length === 0) setProblem({ message: text.missing, field: "text" });
    else if (length > QUESTION.textMax) {
      setProblem({ message: text.tooLong(QUESTION.textMax, length - QUESTION.textMax), field: "text" });
    } else void submit(body);
  }

  const error = formError && <FieldError id={errorId}>{formError}</FieldError>;
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
                  disabled={isSending || isReading}
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

/**
 * Adds pictures to those chosen before, one file after the other, as each takes much memory. The same picture twice is one.
 * @returns all of them, and what is to be said of the files that are not among them, by their names
 */
async function readPictures(files: readonly File[], before: readonly string[]) {
  const all = [...before];
  const problems: string[] = [];
  const over: string[] = [];
  for (const file of files) {
    if (all.length === QUESTION.imagesMax) {
      over.push(file.name);
      continue;
    }
    try {
      const picture = await shrinkImage(file);
      if (!all.includes(picture)) all.push(picture);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      problems.push(text.notAdded(file.name, error.words ?? text.unreadable));
    }
  }
  if (over.length > 0) problems.push(text.tooMany(QUESTION.imagesMax, over.join(", ")));
  return { all, problems };
}

const keyOf = (id: string) => accountKey(`answer-draft:${id}`, ownerId() ?? "");

function keptAnswer(id: string): string {
  return localStore.get(keyOf(id)) ?? "";
}

function keepAnswer(id: string, typed: string): void {
  if (typed.trim() === "") localStore.remove(keyOf(id));
  else localStore.set(keyOf(id), typed);
}
