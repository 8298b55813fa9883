import { useState } from "react";
import { ROUTE } from "../../state/routes.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { formatDate, NO_VALUE } from "../../ui/format.ts";
import { formatPhone } from "../../ui/format-phone.ts";
import { BadgeCheck, CircleX, Clock, type IconGlyph, UsersRound } from "../../ui/icon.tsx";
import { Row, Text } from "../../ui/layout.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import type { Flag } from "../core/admin-flag.tsx";
import { Evidence, EvidenceSection, SectionTitle } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence } from "../core/admin-time.ts";
import { itemPath } from "../list/use-open-item.ts";
import { Conversation } from "../questions/conversation.tsx";
import type { ReviewedItemProps } from "../review/review-screen.tsx";
import { ReviewedItem } from "../review/reviewed-item.tsx";
import { EventList } from "../trader/event-list.tsx";
import type { HistoryTab } from "../trader/history-table.tsx";
import { IdCardImage } from "../trader/id-card-image.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { frozenFlag, nameChangeFlag } from "../trader/trader-flags.ts";
import { identityLines } from "../trader/trader-history.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import type { AdminIdentity, IdentityContext, IdentityStatus } from "./identity-calls.ts";

const LOOK: Record<IdentityStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  verified: { tone: "up", icon: BadgeCheck },
  rejected: { tone: "down", icon: CircleX },
};

const text = IDENTITY_ADMIN_TEXT;

/** One person's ID card, enlarged, beside their account details and earlier decisions. */
export function IdentityItem(props: ReviewedItemProps<AdminIdentity, IdentityContext>) {
  const { item: identity, view, context, refetch } = props;
  const { admin, nowMs, at } = view;
  const { status, image, user, submittedAt } = identity;
  const history = useState<HistoryTab>("all");
  const loaded = context === "failed" ? null : context;
  const trader = loaded?.trader ?? null;
  const sent = text.sent(midSentence(at(submittedAt)));
  return (
    <ReviewedItem
      {...props}
      head={{ figure: user.name, badge: <Badge {...LOOK[status]}>{text.status[status]}</Badge>, lead: sent }}
      flags={[
        trader?.frozen && frozenFlag(trader.frozen, at),
        trader?.nameChange && nameChangeFlag(trader.nameChange, nowMs),
        loaded && loaded.cardOthers.length > 0 && usedFlag(loaded.cardOthers),
      ]}
      createdAt={submittedAt}
      history={history}
      evidence={
        <Evidence aria-label={text.account}>
          <AdminFacts title={text.account} facts={accountFacts(identity, admin.timeZone)} />
          {loaded && status === "verified" && <AdminFacts title={text.cardSays} facts={cardFacts(loaded.card, at)} />}
          {status !== "pending" && <AdminFacts title={text.decision} facts={decisionFacts(identity, at)} />}
          {trader && (
            <>
              <EvidenceSection>
                <SectionTitle>{text.before}</SectionTitle>
                <EventList lines={identityLines(trader)} at={at} empty={text.nothingBefore} />
              </EvidenceSection>
              <PersonNotes trader={trader} name={user.name} at={at} onWritten={refetch} />
            </>
          )}
        </Evidence>
      }
    >
      <section>
        <SectionTitle>{text.card}</SectionTitle>
        {image === null ? (
          <Text size="caption" margin="6px 0 0" tone="muted">
            {text.erased}
          </Text>
        ) : (
          <IdCardImage
            key={image}
            isDecisive
            src={image}
            title={text.cardOf(user.name)}
            saveAs={`id-card-${user.username}`}
            caption={`${sent}.`}
            size="large"
          />
        )}
      </section>
      {loaded && (
        <Conversation
          thread={loaded.questions}
          client={identity.client}
          user={user}
          cameAt={submittedAt}
          isOpen={status === "pending"}
          view={view}
          itemId={identity._id}
          composer={props.form}
          card={image}
        />
      )}
    </ReviewedItem>
  );
}

function accountFacts({ user }: AdminIdentity, timeZone: string): AdminFact[] {
  return [
    { name: ADMIN_TEXT.name, value: user.name },
    { name: text.username, value: user.username },
    { name: ADMIN_TEXT.email, value: <MailAddress of={user.email} /> },
    { name: text.phone, value: formatPhone(user.phone) || NO_VALUE, isFigure: true },
    { name: text.address, value: user.address || NO_VALUE },
    { name: text.memberSince, value: formatDate(user.createdAt, timeZone), isFigure: true },
  ];
}

/** Says at which accounts the same card is. */
function usedFlag(others: IdentityContext["cardOthers"]): Flag {
  return {
    icon: UsersRound,
    title: text.othersTitle,
    text: others.map((other) => text.otherCard(other.name ?? other.username, text.sameWhat[sameOf(other)])).join(", "),
    aside: (
      <Row as="span" wrap gap="4px 12px">
        {others.map(({ _id, username }) => (
          <TextLink key={_id} href={itemPath(ROUTE.adminUsers, _id)}>
            {username}
          </TextLink>
        ))}
      </Row>
    ),
  };
}

function sameOf({ isSameNumber, isSameImage }: IdentityContext["cardOthers"][number]) {
  if (isSameNumber && isSameImage) return "both";
  return isSameNumber ? "number" : "image";
}

/** What an admin read on the card. */
function cardFacts(card: IdentityContext["card"], at: (instant: string) => string): AdminFact[] {
  if (card === null) return [{ name: text.readBy, value: text.notRead }];
  const { name, number, birthDate, expiresOn, expiry, readBy, readAt, usedReason } = card;
  const until = expiresOn === null ? text.never : formatDate(expiresOn, "UTC");
  return [
    { name: text.field.cardName, value: name },
    { name: text.field.cardNumber, value: number, isFigure: true },
    // A mask is no date.
    {
      name: text.field.birthDate,
      value: /^\d/.test(birthDate) ? formatDate(birthDate, "UTC") : birthDate,
      isFigure: true,
    },
    {
      name: text.field.expiresOn,
      value: expiry === null ? until : expiry === "soon" ? text.expiresSoon(until) : text.hasExpired(until),
      isFigure: true,
      mark: expiry === null ? undefined : "warn",
    },
    { name: text.readBy, value: text.cardReadBy(readBy ?? NO_VALUE, midSentence(at(readAt))) },
    { name: text.field.cardReason, value: usedReason },
  ];
}

function decisionFacts(
  { rejectReason, note, decidedBy, decidedAt }: AdminIdentity,
  at: (instant: string) => string,
): AdminFact[] {
  return [
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.reason, value: rejectReason && text.reasonWord[rejectReason] },
    { name: text.note, value: note },
  ];
}
