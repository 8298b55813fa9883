import { styled } from "goober";
import { useId, useState } from "react";
import { FieldError } from "../ui/field-frame.tsx";
import { Check, Icon } from "../ui/icon.tsx";
import { type } from "../ui/theme.ts";
import { ViewableImage } from "../ui/viewable-image.tsx";
import { type ChosenImage, chooseImage } from "./chosen-image.ts";
import { ImageZone } from "./image-zone.tsx";
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
  /** The path of the saved image. */
  saved: string | null;
  chosen: ChosenImage | null;
  onChoose: (image: ChosenImage) => void;
  /** The API's error message about the image. */
  error: string | null;
};

/** The payment code in edit mode: shown, and replaced by choosing or dropping a file. */
export function KhqrImageField({ saved, chosen, onChoose, error }: KhqrImageFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const shown = chosen?.dataUrl ?? saved;
  const errorText = problem ?? error;

  async function take(file: File, isLatest: () => boolean) {
    setProblem(null);
    const result = await chooseImage(file);
    if (!isLatest()) return;
    if ("problem" in result) setProblem(result.problem);
    else onChoose(result);
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
        <ImageZone
          actionLabel={shown === null ? text.clickToChoose : text.clickToChange}
          hint={text.imageHint}
          reading={text.reading}
          labelId={`${id}-label`}
          errorId={errorText ? `${id}-error` : undefined}
          onFile={take}
        />
        {errorText && <FieldError id={`${id}-error`}>{errorText}</FieldError>}
        {chosen && !errorText && (
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
