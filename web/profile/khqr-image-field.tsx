import { styled } from "goober";
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from "react";
import { IMAGE_TYPES } from "../images/shrink-image.ts";
import { FieldError } from "../ui/field-frame.tsx";
import { Check, Icon, ImageUp } from "../ui/icon.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { tint, type } from "../ui/theme.ts";
import { ViewableImage } from "../ui/viewable-image.tsx";
import { type ChosenImage, chooseImage } from "./chosen-image.ts";
import { KhqrLayout } from "./khqr-layout.ts";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";

const Choice = styled("div")`
  ${type.dense}
  display: flex;
  flex-direction: column;
  gap: 6px;
  min-width: 0;
`;

const Hint = styled("p")`
  ${type.caption}
  color: var(--muted);
`;

const Label = styled("span")`
  font-weight: 500;
`;

const Zone = styled("label")`
  ${type.caption}
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

const Chosen = styled("div")`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  & > svg {
    color: var(--up);
  }
  & > b {
    overflow: hidden;
    font-weight: 400;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

type KhqrImageFieldProps = {
  /** The path of what is saved. */
  saved: string | null;
  chosen: ChosenImage | null;
  onChoose: (image: ChosenImage) => void;
  /** What the API says is wrong with it. */
  error: string | null;
};

/** The payment code while it is edited: shown, and changed by choosing or dropping a file. */
export function KhqrImageField({ saved, chosen, onChoose, error }: KhqrImageFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const latest = useRef<File | null>(null);
  const shown = chosen?.dataUrl ?? saved;
  const wrong = problem ?? error;

  async function take(file: File | undefined) {
    if (!file) return;
    latest.current = file;
    setProblem(null);
    setIsReading(true);
    const result = await chooseImage(file);
    // Another one was chosen while this one was read.
    if (latest.current !== file) return;
    setIsReading(false);
    if ("problem" in result) setProblem(result.problem);
    else onChoose(result);
  }
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    void take(event.target.files?.[0]);
    // The same file can be chosen again.
    event.target.value = "";
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  return (
    <KhqrLayout data-has={shown !== null}>
      {shown !== null && (
        <div>
          <ViewableImage key={shown} src={shown} title={text.yourCode} saveAs={text.savedAs} />
        </div>
      )}
      <Choice>
        <Label id={`${id}-label`}>{text.qrImage}</Label>
        <Zone
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
            accept={IMAGE_TYPES.join(",")}
            onChange={onChange}
            aria-labelledby={`${id}-label ${id}-act`}
            aria-describedby={wrong ? `${id}-error` : undefined}
            aria-invalid={wrong ? true : undefined}
          />
          <b id={`${id}-act`}>
            {isReading ? <Spinner /> : <Icon of={ImageUp} />}
            {isReading ? text.reading : shown === null ? text.clickToChoose : text.clickToChange}
          </b>
          {text.orDrop}
        </Zone>
        {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
        {chosen && !wrong && (
          <Chosen role="status">
            <Icon of={Check} />
            <b>{chosen.name}</b>
          </Chosen>
        )}
        {shown !== null && <Hint>{text.clickToEnlarge}</Hint>}
      </Choice>
    </KhqrLayout>
  );
}
