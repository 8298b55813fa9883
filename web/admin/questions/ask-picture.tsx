import { type ChangeEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { ACCEPTED_IMAGES, shrinkImage, UnreadableImage } from "../../images/shrink-image.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { Icon, ImagePlus, TriangleAlert, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Row, Stack, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import type { DraftPicture } from "./question-draft.ts";
import { QUESTION_TEXT as text } from "./question-text.ts";

/** Reads the picture of a question, by a button or a paste. */
export type PictureReader = {
  read: (files: readonly File[]) => Promise<void>;
  isReading: boolean;
  /** Why a file is not the picture, or why only one of several is; null without a reason. */
  problem: string | null;
  clear: () => void;
};

/** @param onRead gets what was read: it takes the place of an earlier picture */
export function usePictureReader(onRead: (picture: DraftPicture) => void): PictureReader {
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(onRead);
  // What is typed while a picture is read stays.
  useLayoutEffect(() => {
    latest.current = onRead;
  });

  async function read(files: readonly File[]) {
    const file = files.at(-1);
    if (!file || isReading) return;
    setIsReading(true);
    setProblem(files.length > 1 ? text.pictureOne : null);
    try {
      const src = await shrinkImage(file);
      latest.current({ id: crypto.randomUUID(), name: file.name || text.pictureUnnamed, src });
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      setProblem(`${file.name}: ${error.words ?? text.pictureUnreadable}`);
    } finally {
      setIsReading(false);
    }
  }
  return { read, isReading, problem, clear: () => setProblem(null) };
}

type AskPictureProps = { picture: DraftPicture | null; reader: PictureReader; onRemove: () => void };

/** The picture that goes with a question: the button that chooses it, or what was chosen. */
export function AskPicture({ picture, reader, onRemove }: AskPictureProps) {
  const file = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const errorId = useId();

  function onChosen({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    // The same file can be chosen again after it was removed.
    target.value = "";
    void reader.read(files);
  }

  function remove() {
    reader.clear();
    onRemove();
    // The pressed button is gone.
    button.current?.focus();
  }

  return (
    <Stack gap={6} align="start">
      <Row wrap gap={8}>
        <Button
          ref={button}
          size="dense"
          icon={ImagePlus}
          isLoading={reader.isReading}
          onClick={() => file.current?.click()}
        >
          {text.addPicture}
        </Button>
        {picture && <Chosen picture={picture} onRemove={remove} />}
      </Row>
      <VisuallyHidden>
        <input
          ref={file}
          type="file"
          accept={ACCEPTED_IMAGES}
          aria-label={text.addPicture}
          aria-describedby={reader.problem === null ? undefined : errorId}
          tabIndex={-1}
          onChange={onChosen}
        />
      </VisuallyHidden>
      {reader.problem !== null && <FieldError id={errorId}>{reader.problem}</FieldError>}
      <LiveRegion>{reader.isReading ? text.pictureReading : ""}</LiveRegion>
    </Stack>
  );
}

function Chosen({ picture: { name, src }, onRemove }: { picture: DraftPicture; onRemove: () => void }) {
  return (
    <Row gap={8} minWidth={0} size="caption" tone="muted">
      {src === null ? (
        <>
          <Icon of={TriangleAlert} size={14} tone="warn" />
          <Text as="span" breaks="written">
            {text.pictureNotKept(name)}
          </Text>
        </>
      ) : (
        <>
          <img src={src} alt={text.pictureOfDraft(name)} height={56} />
          <Text as="span" breaks="written">
            {text.pictureRules}
          </Text>
        </>
      )}
      <IconButton icon={X} size="dense" label={text.pictureRemove} onClick={onRemove} />
    </Row>
  );
}
