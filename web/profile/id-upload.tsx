import { styled } from "goober";
import { useId, useState } from "react";
import { greyOf } from "../images/blur-effect.ts";
import { JUDGED_SIDE_PX, judgePhotograph, type PhotographFault } from "../images/judge-photograph.ts";
import { type DrawnSize, drawScaled, drawSmall, readImage, UnreadableImage } from "../images/shrink-image.ts";
import { showNotice } from "../state/notice.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog/dialog-form.tsx";
import { FieldError } from "../ui/fields/field-frame.tsx";
import { IDENTITY_TEXT as text } from "./identity-text.ts";
import { ImageZone } from "./image-zone.tsx";
import { saveProfile, showProblem } from "./save-profile.ts";

type IdUploadProps = {
  hasSent: boolean;
  /** No upload is required at the moment. */
  isOptional: boolean;
};

/** Takes a photograph of an ID card, asks for confirmation and uploads it. */
export function IdUpload({ hasSent, isOptional }: IdUploadProps) {
  const errorId = useId();
  const [photograph, setPhotograph] = useState<IdPhotograph | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);

  async function read(file: File, isLatest: () => boolean) {
    setErrorText(null);
    try {
      const read = await readIdPhotograph(file);
      if (isLatest()) setPhotograph(read);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      if (isLatest()) setErrorText(error.words ?? text.selectImage);
    }
  }
  const { submit, isSending } = useSubmit({
    send: ({ dataUrl }: IdPhotograph) => saveProfile({ idCardImage: dataUrl }),
    onDone() {
      setPhotograph(null);
      showNotice({ type: "pending", ...(hasSent ? text.updated : text.uploaded) });
    },
    // The chosen image stays: another attempt is one press.
    explain: (error) => showProblem(error, text.failed),
  });

  return (
    <div>
      <ImageZone
        actionLabel={hasSent ? text.uploadAnother : text.upload}
        hint={text.uploadHint}
        reading={text.reading}
        size={isOptional ? "compact" : "normal"}
        errorId={errorText ? errorId : undefined}
        onFile={read}
      />
      {errorText && <FieldError id={errorId}>{errorText}</FieldError>}
      {photograph && (
        <ConfirmIdDialog
          photograph={photograph}
          isSending={isSending}
          onUse={() => void submit(photograph)}
          onCancel={() => setPhotograph(null)}
        />
      )}
    </div>
  );
}

const Preview = styled("img")`
  width: 100%;
  height: min(320px, 40dvh);
  object-fit: contain;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
`;

type ConfirmIdDialogProps = {
  photograph: IdPhotograph;
  isSending: boolean;
  onUse: () => void;
  onCancel: () => void;
};

/** Shows the image to be uploaded, and warnings about it, before it is sent. */
function ConfirmIdDialog({ photograph, isSending, onUse, onCancel }: ConfirmIdDialogProps) {
  const { dataUrl, faults } = photograph;
  return (
    <DialogForm
      title={text.confirmTitle}
      lead={text.confirmLead}
      cancel={text.cancel}
      submit={isSending ? text.uploading : text.useThis}
      isBusy={isSending}
      focus="submit"
      onSubmit={onUse}
      onClose={onCancel}
    >
      <Preview src={dataUrl} alt={text.preview} />
      {faults.length > 0 && (
        <Callout tone="warn" role="note">
          <b>{text.doubt}</b>
          {faults.map((fault) => (
            <p key={fault}>{text.faults[fault]}</p>
          ))}
        </Callout>
      )}
    </DialogForm>
  );
}

/**
 * Large enough to read the small print of a card that fills the picture, small enough to upload in a minute on a slow
 * connection.
 */
const ID_CARD: DrawnSize = { sidePxMax: 1_800, urlLengthMax: 700_000 };

/** A photograph of an ID card, ready to upload, with possible faults. */
type IdPhotograph = { dataUrl: string; faults: readonly PhotographFault[] };

/** Rotates a photograph upright, scales it down, drops its camera metadata and checks it for faults. @throws UnreadableImage */
async function readIdPhotograph(file: File): Promise<IdPhotograph> {
  const bitmap = await readImage(file);
  try {
    const { width, height } = bitmap;
    const canvas = drawScaled(bitmap, Math.min(1, JUDGED_SIDE_PX / Math.max(width, height)));
    const drawn = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
    if (!drawn) throw new Error("this browser gives no pixels to judge");
    const sample = greyOf(drawn.data, drawn.width, drawn.height);
    const faults = judgePhotograph({ widthPx: width, heightPx: height }, sample);
    return { dataUrl: drawSmall(bitmap, ID_CARD), faults };
  } finally {
    bitmap.close();
  }
}
