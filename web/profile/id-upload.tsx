import { styled } from "goober";
import { useId, useState } from "react";
import { UnreadableImage } from "../images/shrink-image.ts";
import { showNotice } from "../state/notice.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { FieldError } from "../ui/field-frame.tsx";
import { type IdPhotograph, readIdPhotograph } from "./id-photograph.ts";
import { IDENTITY_TEXT as text } from "./identity-text.ts";
import { ImageZone } from "./image-zone.tsx";
import { saveProfile, showProblem } from "./save-profile.ts";

type IdUploadProps = {
  /** An ID card was uploaded before. */
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
