import { useId, useState } from "react";
import { FieldError } from "../ui/field-frame.tsx";
import { Check, Icon } from "../ui/icon.tsx";
import { Row, Stack, Text } from "../ui/layout.tsx";
import { type ChosenImage, chooseImage } from "./chosen-image.ts";
import { ImageZone } from "./image-zone.tsx";
import { PAYMENT_METHODS_TEXT as text } from "./payment-methods-text.ts";
import { CodeAndMore } from "./payment-methods-view.tsx";

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
    <CodeAndMore src={shown}>
      <Stack gap={6} minWidth={0} size="dense">
        <Text as="span" id={`${id}-label`} weight={500}>
          {text.qrImage}
        </Text>
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
          <Row role="status" gap={8} minWidth={0}>
            <Text as="span" tone="up">
              <Icon of={Check} />
            </Text>
            <Text as="b" weight={400} breaks="ellipsis">
              {chosen.name}
            </Text>
          </Row>
        )}
        {shown !== null && (
          <Text size="caption" tone="muted">
            {text.clickToEnlarge}
          </Text>
        )}
      </Stack>
    </CodeAndMore>
  );
}
