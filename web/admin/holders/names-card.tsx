import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useEffect } from "react";
import {
  compareNames,
  isSameName,
  type NameComparison,
  type NameWord,
} from "../../../worker/contract/compare-names.ts";
import { TEXT_MAX } from "../../../worker/contract/limits.ts";
import { readKhqr } from "../../images/read-khqr.ts";
import { ROUTE } from "../../state/routes.ts";
import { Field } from "../../ui/fields/field.tsx";
import { formatDate } from "../../ui/format.ts";
import { Check, Icon, TriangleAlert } from "../../ui/icon.tsx";
import { Grid, Row, Stack, Text } from "../../ui/layout.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { media, tint, type } from "../../ui/theme.ts";
import { SectionTitle } from "../core/admin-layout.ts";
import { type AdminView, midSentence } from "../core/admin-time.ts";
import { hasRole, isHiddenImage } from "../core/roles.ts";
import { itemPath } from "../list/use-open-item.ts";
import { codeKey, codeNameOf, keepRead, keepWritten } from "./code-names.ts";
import { HOLDER_TEXT as text } from "./holder-text.ts";
import { isHolderSought, type Names, type NamesState, namesState } from "./names.ts";

const Frame = styled("div")`
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
`;

const Column = styled("div")`
  position: relative;
  min-width: 0;
  padding: 12px 20px;
  & + & {
    border-left: 1px solid var(--line);
  }
  & > p {
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    padding: 12px 16px;
    & + & {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
  }
`;

const Name = styled("p")`
  ${type.lead}
  min-height: 24px;
  font-weight: 600;
  &[data-known="false"] {
    color: var(--muted);
    font-weight: 400;
  }
  & u {
    text-decoration: underline 2px var(--warn);
    text-underline-offset: 4px;
  }
`;

const Sign = styled("span")`
  ${type.caption}
  position: absolute;
  top: 50%;
  left: 0;
  display: grid;
  place-content: center;
  width: 24px;
  height: 24px;
  border: 1px solid var(--line);
  border-radius: 50%;
  background: var(--surface);
  font-weight: 600;
  transform: translate(-50%, -50%);
  color: var(--muted);
  &[data-says="same"] {
    color: var(--up);
  }
  &[data-says="differs"] {
    color: var(--warn);
  }
  ${media.phone} {
    top: 0;
    left: calc(100% - 28px);
  }
`;

const Foot = styled("div")`
  ${type.dense}
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  justify-content: space-between;
  padding: 8px 20px;
  border-top: 1px solid var(--line);
  border-radius: 0 0 var(--radius-card) var(--radius-card);
  color: var(--muted);
  &[data-tone="warn"] {
    background: ${tint("warn", 8)};
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

type NamedRequest = {
  _id: string;
  paymentMethod: "KHQR" | "Bank Transfer";
  paymentDetails: { image: string } | { bankName: string; accountId: string };
  holder: string | null;
  user: { name: string };
};

type NamesCardProps = {
  request: NamedRequest;
  /** Whether it can still be approved: then a name that is missing can be written. */
  isPending: boolean;
  names: Names;
  trader: {
    createdAt: string;
    identity: { status: "none" | "pending" | "verified" | "rejected"; decidedAt: string | null };
  };
  payouts: { here: number; lastHereAt: string | null };
  /** When the payment method last changed, if that was about the time of the request. */
  changedAt: string | null;
  view: AdminView;
};

/** Whose destination it is beside whose account: the words that differ are marked, and nothing is compared across scripts. */
export function NamesCard({ request, isPending, names, trader, payouts, changedAt, view }: NamesCardProps) {
  useSignals();
  const key = codeKey(request);
  const image = "image" in request.paymentDetails ? request.paymentDetails.image : null;
  // Who does not see the code reads no name in it.
  const isSeen = image !== null && !isHiddenImage(image);
  const found = isSeen || image === null ? codeNameOf(key) : "unread";
  useEffect(() => {
    if (image !== null && isSeen) void readKhqr(image).then((owner) => keepRead(image, owner?.name ?? null));
  }, [image, isSeen]);
  const state = namesState(request, names, found === "unread" ? null : found);
  const { timeZone } = view.admin;
  const { identity } = trader;
  const cardNames = names.card && compareNames(request.user.name, names.card.name);
  const isWritten =
    isPending &&
    hasRole("operator") &&
    isHolderSought(request) &&
    state.from !== "code" &&
    (image === null || found !== null);
  return (
    <section aria-label={text.title}>
      <SectionTitle>{text.title}</SectionTitle>
      <Frame>
        <Grid columns={3} phone={{ columns: 1 }}>
          <NameColumn label={text.holder} note={holderNote(request, state)}>
            {state.holder === "" ? (
              <Name data-known="false">
                {image !== null && found === null ? text.reading : image === null ? text.notGiven : text.notRead}
              </Name>
            ) : (
              <NameWords words={state.comparison.left} whole={state.holder} />
            )}
          </NameColumn>
          <NameColumn
            label={text.account}
            note={text.since(formatDate(trader.createdAt, timeZone))}
            sign={<SignOf verdict={state.holder === "" ? "not_compared" : state.comparison.verdict} />}
          >
            <NameWords words={state.comparison.right} whole={request.user.name} />
          </NameColumn>
          <CardColumn
            card={names.card}
            comparison={cardNames}
            identity={identity}
            account={request.user.name}
            timeZone={timeZone}
          />
        </Grid>
        {isWritten && (
          <Stack pad="0 20px 12px" phone={{ pad: "0 16px 12px" }}>
            <Field
              label={text.write}
              hint={image === null ? text.writeAccount : text.writeCode}
              maxLength={TEXT_MAX.holder}
              autoComplete="off"
              value={found !== null && found !== "unread" ? found.name : ""}
              onChange={({ target }) => keepWritten(key, target.value)}
            />
          </Stack>
        )}
        <Foot data-tone={state.needsReason ? "warn" : "plain"}>
          <Finding state={state} isPending={isPending} view={view} />
          <Destination payouts={payouts} changedAt={changedAt} view={view} />
          {cardNames && cardNames.verdict !== "same" && (
            <Row gap={8} align="start" tone="warn">
              <Icon of={TriangleAlert} />
              <span>{cardNames.verdict === "differs" ? text.cardDiffers : text.cardScripts}</span>
            </Row>
          )}
          <Others title={image === null ? text.others : text.othersOfCode} others={names.others} />
          <Others title={text.othersOfCard} others={names.cardOthers} />
        </Foot>
      </Frame>
    </section>
  );
}

type CardColumnProps = {
  /** What an admin read on the card; null for one that is not verified, or was before cards were read. */
  card: Names["card"];
  comparison: NameComparison | null;
  identity: NamesCardProps["trader"]["identity"];
  account: string;
  timeZone: string;
};

/** The name on the identity card beside the account's. */
function CardColumn({ card, comparison, identity, account, timeZone }: CardColumnProps) {
  if (identity.status !== "verified") {
    return (
      <NameColumn label={text.card} note={text.cardWord[identity.status]} sign={<SignOf verdict="not_compared" />}>
        <Name data-known="false">{text.noCard}</Name>
      </NameColumn>
    );
  }
  if (card === null || comparison === null) {
    const compared = text.cardWord.verified(formatDate(identity.decidedAt ?? 0, timeZone));
    return (
      <NameColumn label={text.card} note={compared} sign={<SignOf verdict="same" />}>
        <Name>{account}</Name>
      </NameColumn>
    );
  }
  const { name, expiresOn } = card;
  const until = expiresOn === null ? text.cardWord.never : text.cardWord.until(formatDate(expiresOn, "UTC"));
  return (
    <NameColumn
      label={text.card}
      note={
        card.expiry === null ? (
          until
        ) : (
          <Text as="span" tone="warn">
            {until}
          </Text>
        )
      }
      sign={<SignOf verdict={comparison.verdict} />}
    >
      <NameWords words={comparison.right} whole={name} />
    </NameColumn>
  );
}

type OthersProps = { title: string; others: readonly { _id: string; name: string | null; username: string }[] };

/** Other people who have the same, each with a link. */
function Others({ title, others }: OthersProps) {
  if (others.length === 0) return null;
  return (
    <Row gap={8} wrap tone="warn">
      <Icon of={TriangleAlert} />
      <span>{title}</span>
      {others.map(({ _id, name, username }) => (
        <TextLink key={_id} href={itemPath(ROUTE.adminUsers, _id)}>{`${name} (${username})`}</TextLink>
      ))}
    </Row>
  );
}

type NameColumnProps = { label: string; note: ReactNode; sign?: ReactNode; children: ReactNode };

function NameColumn({ label, note, sign, children }: NameColumnProps) {
  return (
    <Column>
      {sign}
      <Text size="caption" tone="muted">
        {label}
      </Text>
      {children}
      <Text size="caption" tone="muted">
        {note}
      </Text>
    </Column>
  );
}

/** A name whose words that the other one lacks are underlined. @param whole as it is written, where no word differs */
function NameWords({ words, whole }: { words: readonly NameWord[]; whole: string }) {
  if (words.every(({ isSame }) => isSame)) return <Name>{whole}</Name>;
  return (
    <Name>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may have a word twice, and its words have no other order
        <span key={index}>
          {index > 0 && " "}
          {word.isSame ? word.text : <u>{word.text}</u>}
        </span>
      ))}
    </Name>
  );
}

const SIGN: Record<NameComparison["verdict"], { mark: string; label: string }> = {
  same: { mark: "=", label: text.same },
  differs: { mark: "≠", label: text.differs },
  not_compared: { mark: "?", label: text.notCompared },
};

function SignOf({ verdict }: { verdict: NameComparison["verdict"] }) {
  const { mark, label } = SIGN[verdict];
  return (
    <Sign role="img" aria-label={label} data-says={verdict}>
      {mark}
    </Sign>
  );
}

/** Where the holder's name comes from, and what the client wrote where the code says another one. */
function holderNote({ paymentMethod, holder }: NamedRequest, state: NamesState): string {
  const isOther = paymentMethod === "KHQR" && holder !== null && !isSameName(holder, state.holder);
  return [text.from[state.from], isOther ? text.clientWrote(holder) : ""].filter(Boolean).join(". ");
}

type FindingProps = { state: NamesState; isPending: boolean; view: AdminView };

/** What was found about the holder's name and the account's, or who has decided about them. */
function Finding({ state, isPending, view: { at } }: FindingProps) {
  const { holder, comparison, decided } = state;
  if (comparison.verdict === "same") return <Found isFine title={text.agree} detail={text.agreeDetail} />;
  const title =
    holder === ""
      ? text.unknownYet
      : comparison.words
        ? text.words(comparison.words.same, comparison.words.all)
        : text.scripts;
  if (decided) {
    const by = text.accepted(decided.decidedBy ?? "", midSentence(at(decided.decidedAt)));
    return <Found title={title} detail={`${by}: ${decided.reason}`} />;
  }
  const detail = comparison.words ? text.agreeDetail : holder === "" ? "" : text.scriptsDetail;
  return <Found title={title} detail={[detail, isPending ? text.needsReason : ""].filter(Boolean).join(". ")} />;
}

function Found({ title, detail, isFine = false }: { title: string; detail: string; isFine?: boolean }) {
  return (
    <Row gap={8} wrap>
      <Row as="b" gap={8} weight={500} tone={isFine ? "up" : "warn"}>
        <Icon of={isFine ? Check : TriangleAlert} />
        {title}
      </Row>
      <span>{detail}</span>
    </Row>
  );
}

/** What is new about the destination. */
function Destination({ payouts, changedAt, view: { at } }: Pick<NamesCardProps, "payouts" | "changedAt" | "view">) {
  const { here, lastHereAt } = payouts;
  return (
    <Row gap={16} wrap>
      <span className="num">{here === 0 ? text.first : text.paid(here, midSentence(at(lastHereAt ?? "")))}</span>
      {changedAt !== null && (
        <Text as="span" tone="warn" className="num">
          {text.changed(midSentence(at(changedAt)))}
        </Text>
      )}
    </Row>
  );
}
