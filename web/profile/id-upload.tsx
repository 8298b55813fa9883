import { useId, useState } from "react";
import { UnreadableImage } from "../images/shrink-image.ts";
import { showNotice } from "../state/notice.ts";
import { FieldError } from "../ui/field-frame.tsx";
import { ConfirmIdDialog } from "./confirm-id-dialog.tsx";
import { type IdPhotograph, readIdPhotograph } from "./id-photograph.ts";
import { IDENTITY_TEXT as text } from "./identity-text.ts";
import { ImageZone } from "./image-zone.tsx";
import { saveProfile, showProblem } from "./save-profile.ts";

type IdUploadProps = {
  /** One was sent before. */
  hasSent: boolean;
  /** Nothing is wanted from the person at the moment. */
  isOptional: boolean;
};

/** Takes a photograph of an ID card, asks once, and sends it. */
export function IdUpload({ hasSent, isOptional }: IdUploadProps) {
  const errorId = useId();
  const [photograph, setPhotograph] = useState<IdPhotograph | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  async function read(file: File, isLatest: () => boolean) {
    setWrong(null);
    try {
      const read = await readIdPhotograph(file);
      if (isLatest()) setPhotograph(read);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      if (isLatest()) setWrong(text.selectImage);
    }
  }
  async function send({ dataUrl }: IdPhotograph) {
    setIsSending(true);
    const problem = await saveProfile({ idCardImage: dataUrl });
    setIsSending(false);
    // What was chosen stays: another try is one press.
    if (problem) return showProblem(problem, text.failed);
    setPhotograph(null);
    showNotice({ type: "pending", ...(hasSent ? text.updated : text.uploaded) });
  }

  return (
    <div>
      <ImageZone
        act={hasSent ? text.uploadAnother : text.upload}
        hint={text.uploadHint}
        reading={text.reading}
        size={isOptional ? "compact" : "normal"}
        errorId={wrong ? errorId : undefined}
        onFile={read}
      />
      {wrong && <FieldError id={errorId}>{wrong}</FieldError>}
      {photograph && (
        <ConfirmIdDialog
          photograph={photograph}
          isSending={isSending}
          onUse={() => void send(photograph)}
          onCancel={() => setPhotograph(null)}
        />
      )}
    </div>
  );
}
