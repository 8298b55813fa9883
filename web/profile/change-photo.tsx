import { type ChangeEvent, useRef } from "react";
import { type DrawnSize, IMAGE_TYPES, shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import { showNotice } from "../state/notice.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { Camera } from "../ui/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { profileText as text } from "./profile-text.ts";
import { saveProfile, showProblem } from "./save-profile.ts";

/** The picture is never shown larger than an avatar. */
const AVATAR: DrawnSize = { sidePxMax: 512, urlLengthMax: 200_000 };

/** Chooses a new profile picture and uploads it immediately. */
export function ChangePhoto() {
  const input = useRef<HTMLInputElement>(null);
  const { submit, isSending } = useSubmit({
    send: async (file: File) => saveProfile({ profileImage: await shrinkImage(file, AVATAR) }),
    onDone: () => showNotice({ type: "success", ...text.pictureUpdated }),
    explain(error) {
      if (!(error instanceof UnreadableImage)) return showProblem(error, text.pictureFailed);
      showNotice({ type: "error", title: text.pictureFailed.title, message: text.selectImage });
      return null;
    },
  });
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Allows choosing the same file again.
    event.target.value = "";
    if (file) void submit(file);
  }

  return (
    <>
      <Button icon={Camera} isWide isLoading={isSending} onClick={() => input.current?.click()}>
        {isSending ? text.uploading : text.changePhoto}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          aria-label={text.changePhoto}
          tabIndex={-1}
          onChange={onChange}
        />
      </VisuallyHidden>
    </>
  );
}
