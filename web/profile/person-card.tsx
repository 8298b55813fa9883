import { type ChangeEvent, type ReactNode, useRef } from "react";
import { ACCEPTED_IMAGES, type DrawnSize, shrinkImage, UnreadableImage } from "../images/shrink-image.ts";
import type { User } from "../state/api.ts";
import { showNotice } from "../state/notice.ts";
import { ROUTE } from "../state/routes.ts";
import { useSubmit } from "../state/use-submit.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FactRow, FactRows } from "../ui/facts.tsx";
import { formatDate } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { Camera, Icon, Lock } from "../ui/icon.tsx";
import { Box, Row, Text } from "../ui/layout.tsx";
import { LiveRegion } from "../ui/live-region.tsx";
import { MailAddress } from "../ui/mail-address.tsx";
import { SavedMark, useSavedMark } from "../ui/saved-mark.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { VisuallyHidden, WideLabel } from "../ui/visually-hidden.ts";
import { EditableFact } from "./editable-fact.tsx";
import { profileText as text } from "./profile-text.ts";
import { saveProfile, showProblem } from "./save-profile.ts";

/** The user's profile: picture and fields that they can edit, and the read-only e-mail address. */
export function PersonCard({ person }: { person: User }) {
  const { name, email, createdAt, timeZone, idVerificationStatus } = person;
  return (
    <Card>
      <Row wrap gap="12px 16px" pad="0 0 16px" margin="0 0 4px" line="bottom">
        <Avatar person={person} size={72} />
        <Box grow="1 1 180px" minWidth={0}>
          <Text as="h2" size="section" breaks="anywhere">
            {name}
          </Text>
          <Text size="dense" tone="muted">
            {text.memberSince} {formatDate(createdAt, timeZone)}
          </Text>
        </Box>
        <Box phone={{ width: "100%" }}>
          <ChangePhoto />
        </Box>
      </Row>
      <FactRows>
        <EditableFact term={text.username} person={person} names={["username"]} />
        {idVerificationStatus === "verified" ? (
          <VerifiedName name={name} />
        ) : (
          <EditableFact term={text.fullName} person={person} names={["firstName", "lastName"]} />
        )}
        <EditableFact term={text.phone} person={person} names={["phone"]} />
        <EditableFact term={text.address} person={person} names={["address"]} />
        <FixedFact term={text.email}>
          <MailAddress of={email} />
        </FixedFact>
      </FactRows>
    </Card>
  );
}

/** A fact that cannot be changed here. On phones only the lock is visible. */
function FixedFact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <FactRow
      term={term}
      aside={
        <>
          <Icon of={Lock} size={14} />
          <WideLabel>{text.readOnly}</WideLabel>
        </>
      }
    >
      {children}
    </FactRow>
  );
}

/** A name that was verified with an ID card. */
function VerifiedName({ name }: { name: string }) {
  return (
    <FixedFact term={text.fullName}>
      <Box pad="10px 0">
        {name}
        <Text size="caption" tone="muted" margin="2px 0 0">
          {text.fixedName}{" "}
          <Text as="span" breaks="never">
            <DocumentLink href={ROUTE.support}>{text.writeToSupport}</DocumentLink>
            {formatText.fullStop}
          </Text>
        </Text>
      </Box>
    </FixedFact>
  );
}

/** The picture is never shown larger than an avatar. */
const AVATAR: DrawnSize = { sidePxMax: 512, urlLengthMax: 200_000 };

/** Chooses a new profile picture and uploads it immediately. */
function ChangePhoto() {
  const input = useRef<HTMLInputElement>(null);
  const { isSaved, setSavedAt } = useSavedMark();
  const { submit, isSending } = useSubmit({
    send: async (file: File) => saveProfile({ profileImage: await shrinkImage(file, AVATAR) }),
    onDone: () => setSavedAt(Date.now()),
    explain(error) {
      if (!(error instanceof UnreadableImage)) return showProblem(error, text.pictureFailed);
      showNotice({ type: "error", title: text.pictureFailed.title, message: error.words ?? text.selectImage });
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
      <LiveRegion>{isSaved ? text.pictureUpdated : ""}</LiveRegion>
      {isSaved && <SavedMark>{text.pictureUpdated}</SavedMark>}
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          accept={ACCEPTED_IMAGES}
          aria-label={text.changePhoto}
          tabIndex={-1}
          onChange={onChange}
        />
      </VisuallyHidden>
    </>
  );
}
