import { styled } from "goober";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FileUp, Icon } from "../../ui/icon.tsx";
import { tint, type } from "../../ui/theme.ts";

const Drop = styled("div")`
  ${type.dense}
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 10px;
  min-height: 56px;
  padding: 8px 8px 8px 12px;
  border: 1px dashed var(--control);
  border-radius: var(--radius-control);
  color: var(--muted);
  &[data-over="true"] {
    border-color: var(--accent);
    background: ${tint("accent", 8, "bg")};
  }
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &[data-chosen="true"] > span {
    color: var(--text);
    font-weight: 500;
  }
  & > input {
    display: none;
  }
`;

type FileDropProps = {
  label: string;
  file: File | null;
  /** The endings of the files that are offered: `.csv,.txt`. */
  accept: string;
  /** Shown until a file is chosen: the kinds of files that are read. */
  types: string;
  choose: string;
  another: string;
  problemId: string;
  onChoose: (file: File | null) => void;
};

/** The chosen file: by a button, or dropped. */
export function FileDrop({ label, file, accept, types, choose, another, problemId, onChoose }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function onDragOver(event: DragEvent) {
    event.preventDefault();
    setIsOver(true);
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    onChoose(target.files?.[0] ?? null);
    // Allows the same file to be chosen again after it was corrected.
    target.value = "";
  }

  return (
    <Drop
      data-over={isOver}
      data-chosen={file !== null}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Icon of={FileUp} />
      <span>{file?.name ?? types}</span>
      <Button size="dense" aria-describedby={problemId} onClick={() => input.current?.click()}>
        {file ? another : choose}
      </Button>
      <input ref={input} type="file" accept={accept} aria-label={label} onChange={onChange} />
    </Drop>
  );
}
