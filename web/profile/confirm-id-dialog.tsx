import { styled } from "goober";
import { Callout } from "../ui/callout.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import type { IdPhotograph } from "./id-photograph.ts";
import { IDENTITY_TEXT as text } from "./identity-text.ts";

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
export function ConfirmIdDialog({ photograph, isSending, onUse, onCancel }: ConfirmIdDialogProps) {
  const { dataUrl, faults } = photograph;
  return (
    <DialogForm
      title={text.confirmTitle}
      lead={text.confirmLead}
      cancel={text.cancel}
      submit={isSending ? text.uploading : text.useThis}
      isBusy={isSending}
      focus="submit"
      onSubmit={(event) => {
        event.preventDefault();
        onUse();
      }}
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
