import { styled } from "goober";
import { type ReactNode, useId, useState } from "react";
import { ItemQuestions } from "../questions/item-questions.tsx";
import type { User } from "../state/api.ts";
import { ROUTE } from "../state/routes.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Card } from "../ui/card.tsx";
import { formatDate } from "../ui/format.ts";
import { formatText } from "../ui/format-text.ts";
import { BadgeCheck, ChevronDown, ChevronUp, CircleX, Clock, Eye, EyeOff, Icon, type IconGlyph } from "../ui/icon.tsx";
import { ViewableImage } from "../ui/image/viewable-image.tsx";
import { Box, Grid, Row, Text } from "../ui/layout.tsx";
import { DocumentLink } from "../ui/text-link.tsx";
import { type } from "../ui/theme.ts";
import { IdUpload } from "./id-upload.tsx";
import { IDENTITY_TEXT as text } from "./identity-text.ts";
import { profileText } from "./profile-text.ts";

/** A fixed height, so that nothing moves when the image has loaded. */
const Frame = styled("div")`
  position: relative;
  height: 240px;
  overflow: hidden;
  border-radius: var(--radius-control);
  background: var(--raised);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    /* Larger than its frame, because a blur is transparent at its edges. */
    transform: scale(1.15);
    filter: blur(18px) brightness(0.4);
  }
`;

const Cover = styled("div")`
  ${type.dense}
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  border: 1px solid var(--line);
  border-radius: inherit;
  font-weight: 500;
  & > p {
    display: flex;
    align-items: center;
    gap: 8px;
  }
`;

type Status = User["idVerificationStatus"];

const LOOK: Record<Exclude<Status, "none">, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  verified: { tone: "up", icon: BadgeCheck },
  rejected: { tone: "down", icon: CircleX },
};

export function IdentityCard({ person }: { person: User }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const { idVerificationStatus: status, idCardImage: image } = person;
  return (
    <Card aria-labelledby={`${id}-title`}>
      <Row as="header" wrap gap="4px 10px" minHeight={36}>
        <h2 id={`${id}-title`}>{text.title}</h2>
        {status !== "none" && <Badge {...LOOK[status]}>{text.badge[status]}</Badge>}
        {image !== null && (
          <Box margin="0 -10px 0 auto">
            <Button
              variant="plain"
              size="dense"
              aria-expanded={isOpen}
              aria-controls={`${id}-image`}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? text.hide : text.view}
              <Icon of={isOpen ? ChevronUp : ChevronDown} />
            </Button>
          </Box>
        )}
      </Row>
      <StatusText person={person} />
      <ItemQuestions timeZone={person.timeZone} about={{ kind: "identity", id: person._id }} />
      {(image !== null || status !== "verified") && (
        <Grid gap={16} margin="16px 0 0">
          {image !== null && (
            <div id={`${id}-image`} hidden={!isOpen}>
              {isOpen && <IdCardImage key={image} src={image} />}
            </div>
          )}
          {status !== "verified" && <IdUpload hasSent={status !== "none"} isOptional={status === "pending"} />}
        </Grid>
      )}
    </Card>
  );
}

function StatusText({ person }: { person: User }): ReactNode {
  const { idVerificationStatus: status, idRejectionReason, idIsReopened, idSubmittedAt, idDecidedAt } = person;
  const dated = (instant: string | null, describe: (date: string) => string) =>
    instant !== null && describe(formatDate(instant, person.timeZone));
  if (status === "rejected") {
    return (
      <Box margin="8px 0 0">
        <Callout tone="down">
          <b>{idIsReopened ? text.reopened : text.rejected}</b>
          <Text breaks="written">{idRejectionReason ?? text.clearer}</Text>
        </Callout>
      </Box>
    );
  }
  return (
    <Text as="div" size="dense" tone="muted">
      {status === "none" && text.prompt}
      {status === "pending" && (
        <>
          {text.pending} {dated(idSubmittedAt, text.sent)}
        </>
      )}
      {status === "verified" && (
        <>
          <Text as="b" tone="text" weight={500}>
            {text.verified}
            {formatText.fullStop}
          </Text>{" "}
          {dated(idDecidedAt, text.checked)} {text.renewed}{" "}
          <Text as="span" breaks="never">
            <DocumentLink href={ROUTE.support}>{profileText.writeToSupport}</DocumentLink>
            {formatText.fullStop}
          </Text>
        </>
      )}
    </Text>
  );
}

/** The uploaded ID card: blurred until its owner reveals it, because others may see the screen. */
function IdCardImage({ src }: { src: string }) {
  const [isShown, setIsShown] = useState(false);
  if (isShown) {
    return (
      <div>
        <Frame>
          <ViewableImage src={src} title={text.yourCard} saveAs={text.savedAs} paper="raised" />
        </Frame>
        <Row justify="end" margin="8px 0 0">
          <Button variant="plain" size="dense" icon={EyeOff} onClick={() => setIsShown(false)}>
            {text.blur}
          </Button>
        </Row>
      </div>
    );
  }
  return (
    <Frame>
      <img src={src} alt="" loading="lazy" />
      <Cover>
        <p>
          <Icon of={EyeOff} />
          {text.hidden}
        </p>
        <Button icon={Eye} onClick={() => setIsShown(true)}>
          {text.show}
        </Button>
      </Cover>
    </Frame>
  );
}
