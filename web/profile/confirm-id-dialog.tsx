import { styled } from "goober";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, TriangleAlert } from "../ui/icon.tsx";
import { tint, type } from "../ui/theme.ts";
import type { IdPhotograph } from "./id-photograph.ts";
import { IDENTITY_TEXT as text } from "./identity-text.ts";

const Body = styled("div")`
  display: grid;
  gap: 16px;
  & > p {
    ${type.body}
    color: var(--muted);
  }
  & > img {
    width: 100%;
    height: min(320px, 40dvh);
    object-fit: contain;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: var(--radius-control);
  }
`;

const Doubt = styled("div")`
  ${type.dense}
  display: flex;
  gap: 10px;
  padding: 12px;
  border-radius: var(--radius-control);
  background: ${tint("warn", 12)};
  & > svg {
    margin-top: 2px;
    color: var(--warn);
  }
  & b {
    color: var(--warn);
  }
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
  const cancel = () => !isSending && onCancel();
  return (
    <Dialog
      title={text.confirmTitle}
      keepsOnScrim
      onClose={cancel}
      actions={
        <>
          <Button disabled={isSending} onClick={cancel}>
            {text.cancel}
          </Button>
          <Button variant="accent" data-autofocus="" isLoading={isSending} onClick={onUse}>
            {isSending ? text.uploading : text.useThis}
          </Button>
        </>
      }
    >
      <Body>
        <p>{text.confirmLead}</p>
        <img src={dataUrl} alt={text.preview} />
        {faults.length > 0 && (
          <Doubt role="note">
            <Icon of={TriangleAlert} />
            <div>
              <b>{text.doubt}</b>
              {faults.map((fault) => (
                <p key={fault}>{text.faults[fault]}</p>
              ))}
            </div>
          </Doubt>
        )}
      </Body>
    </Dialog>
  );
}
