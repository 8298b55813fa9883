import { styled } from "goober";
import { type ChangeEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { ACCEPTED_IMAGES, shrinkImage, UnreadableImage } from "../../images/shrink-image.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { FieldError } from "../../ui/fields/field-frame.tsx";
import { ImagePlus, X } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Grid, Row, Stack, Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { SentImage } from "./withdrawal-calls.ts";

const Preview = styled("img")`
  width: 56px;
  height: 64px;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--raised);
  object-fit: cover;
`;

const text = ADMIN_TEXT.images;

export type ImagePickerProps = {
  label: string;
  images: readonly SentImage[];
  onChange: (images: readonly SentImage[]) => void;
  max: number;
  isOptional?: boolean;
  /** Whether a pasted screenshot is added here. One picker of a dialog sets it. */
  takesPaste?: boolean;
  hint?: string | undefined;
  error?: string | null | undefined;
};

/** Chooses images, shrinks them, and takes a caption for each. */
export function ImagePicker(props: ImagePickerProps) {
  const { label, images, onChange, max, isOptional = false, takesPaste = false } = props;
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const fields = useRef<HTMLFieldSetElement>(null);
  const hasChanged = useRef(false);
  const errorId = useId();
  const error = problem ?? props.error;

  async function add(files: readonly File[]) {
    // A single image is replaced, as after it was refused.
    const kept = max === 1 ? [] : images;
    const room = files.slice(0, max - kept.length);
    setProblem(room.length < files.length ? text.full(max) : null);
    if (room.length === 0 || isReading) return;
    setIsReading(true);
    try {
      const read = await Promise.all(room.map((file) => shrinkImage(file)));
      const message = (max === 1 && images[0]?.message) || "";
      hasChanged.current = true;
      onChange([...kept, ...read.map((image) => ({ image, message }))]);
    } catch (caught) {
      if (!(caught instanceof UnreadableImage)) throw caught;
      setProblem(caught.words ?? text.unreadable);
    } finally {
      setIsReading(false);
    }
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  });
  useEffect(() => {
    if (!takesPaste) return;
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [takesPaste]);

  // The button that chose or removed the image is removed with it: the focus moves to the last caption, or to the
  // button that chooses one, so that the keys of the dialog work on.
  useLayoutEffect(() => {
    if (!hasChanged.current || isReading) return;
    hasChanged.current = false;
    if (document.activeElement !== document.body) return;
    const captions = fields.current?.querySelectorAll<HTMLElement>("li input");
    (captions?.[captions.length - 1] ?? fields.current?.querySelector("button"))?.focus();
  });

  function change(next: readonly SentImage[]) {
    hasChanged.current = next.length < images.length;
    setProblem(null);
    onChange(next);
  }

  function onChosen(event: ChangeEvent<HTMLInputElement>) {
    void add([...(event.target.files ?? [])]);
    // Allows the same file to be chosen again after it was removed.
    event.target.value = "";
  }

  return (
    <Stack ref={fields} as="fieldset" align="start" gap={8} aria-describedby={error ? errorId : undefined}>
      <Row as="legend" justify="space-between" width="100%" margin="0 0 6px" pad={0} size="dense" weight={500}>
        {label}
        {isOptional && (
          <Text as="span" tone="muted" weight={400}>
            {text.optional}
          </Text>
        )}
      </Row>
      {images.length > 0 && <ChosenImages images={images} max={max} onChange={change} />}
      {images.length < max && (
        <Button icon={ImagePlus} isLoading={isReading} onClick={() => input.current?.click()}>
          {max === 1 ? text.choose : text.add}
        </Button>
      )}
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_IMAGES}
          multiple={max > 1}
          aria-label={label}
          tabIndex={-1}
          onChange={onChosen}
        />
      </VisuallyHidden>
      {error ? (
        <FieldError id={errorId}>{error}</FieldError>
      ) : (
        images.length < max && (
          <Text size="caption" tone="muted">
            {[props.hint, takesPaste && text.pasteHint].filter(Boolean).join(" ")}
          </Text>
        )
      )}
      <LiveRegion>{isReading ? text.reading : ""}</LiveRegion>
    </Stack>
  );
}

function ChosenImages({ images, max, onChange }: Pick<ImagePickerProps, "images" | "max" | "onChange">) {
  return (
    <Stack as="ul" gap={8} width="100%">
      {images.map((chosen, index) => (
        <Grid key={chosen.image} as="li" columns="56px minmax(0, 1fr) auto" align="end" gap={12}>
          <Preview src={chosen.image} alt={text.previewOf(index + 1)} />
          <Field
            label={max === 1 ? text.message : text.messageOf(index + 1)}
            value={chosen.message}
            maxLength={TEXT_MAX.note}
            onChange={({ target }) =>
              onChange(images.map((old, at) => (at === index ? { ...old, message: target.value } : old)))
            }
          />
          <IconButton icon={X} label={text.remove} onClick={() => onChange(images.filter((old) => old !== chosen))} />
        </Grid>
      ))}
    </Stack>
  );
}
