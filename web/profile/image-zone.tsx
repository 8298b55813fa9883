import { styled } from "goober";
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from "react";
import { ACCEPTED_IMAGES } from "../images/shrink-image.ts";
import { Icon, ImageUp } from "../ui/icon.tsx";
import { Box } from "../ui/layout.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { tint, type } from "../ui/theme.ts";
import { profileText } from "./profile-text.ts";

const Zone = styled("label")`
  ${type.caption}
  position: relative;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 4px;
  min-height: 120px;
  padding: 16px;
  border: 1px dashed var(--control);
  border-radius: var(--radius-control);
  color: var(--muted);
  text-align: center;
  text-wrap: balance;
  cursor: pointer;
  transition: border-color var(--motion), background-color var(--motion);
  &[data-size="compact"] {
    min-height: 76px;
    padding: 12px;
  }
  & > b {
    ${type.body}
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--text);
    font-weight: 500;
  }
  &:hover,
  &[data-over="true"] {
    border-color: var(--accent);
    background: ${tint("accent", 8)};
  }
  &:has(input:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & > input {
    position: absolute;
    width: 1px;
    height: 1px;
    opacity: 0;
  }
`;

type ImageZoneProps = {
  actionLabel: string;
  hint: string;
  /** Shown instead of the label while the file is read. */
  reading: string;
  /** `compact` where the upload is optional. */
  size?: "normal" | "compact";
  /** The id of an external label. */
  labelId?: string;
  /** The id of the error message about the file, if there is one. */
  errorId?: string | undefined;
  /** Reads the chosen file. If two reads overlap, `isLatest` returns false for the first. */
  onFile: (file: File, isLatest: () => boolean) => Promise<void>;
};

/** Accepts an image by a press or by dropping it. */
export function ImageZone({ actionLabel, hint, reading, size = "normal", labelId, errorId, onFile }: ImageZoneProps) {
  const actionId = useId();
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const latest = useRef<File | null>(null);

  async function take(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    const isLatest = () => latest.current === file;
    setIsReading(true);
    try {
      await onFile(file, isLatest);
    } finally {
      if (isLatest()) setIsReading(false);
    }
  }
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    void take(event.target.files?.[0]);
    // Allows choosing the same file again.
    event.target.value = "";
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <Zone
      data-size={size}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        accept={ACCEPTED_IMAGES}
        onChange={onChange}
        aria-labelledby={labelId ? `${labelId} ${actionId}` : actionId}
        aria-describedby={errorId}
        aria-invalid={errorId ? true : undefined}
      />
      <b id={actionId}>
        {isReading ? <Spinner /> : <Icon of={ImageUp} />}
        {isReading ? reading : actionLabel}
      </b>
      {/* Touch devices have no drag and drop. */}
      <Box as="span" showOn="pointer">
        {profileText.orDrop}
      </Box>
      {hint}
    </Zone>
  );
}
