import { useSignals } from "@preact/signals-react/runtime";
import type { User } from "../../state/api.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { NO_VALUE } from "../../ui/format.ts";
import { formatPhone } from "../../ui/format-phone.ts";
import { BadgeCheck, Clock, type IconGlyph, KeyRound, Lock, ShieldAlert, UserRoundX } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { conflictFlag, type Flag, type FlagList, Flags } from "../core/admin-flag.tsx";
import { Evidence, ItemColumns, ItemMain } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { BackToList, ItemHead } from "../core/item-head.tsx";
import { MoneyStrip } from "../core/money-strip.tsx";
import { hasRole } from "../core/roles.ts";
import { ROLES_TEXT } from "../core/roles-text.ts";
import { proposalPath } from "../ledger/book-address.ts";
import { BOOK_ADMIN_TEXT } from "../ledger/book-text.ts";
import { owesFlag } from "../ledger/owes-flag.tsx";
import { type AdminList, useAdminList } from "../list/use-admin-list.ts";
import { itemPath } from "../list/use-open-item.ts";
import { TraderLimit } from "../operation/trader-limit.tsx";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import { type AdminUser, fetchUser, type UserPage, type UserSession } from "./user-calls.ts";
import { UserFills } from "./user-fills.tsx";
import { UserNotes } from "./user-notes.tsx";
import { UserSessions } from "./user-sessions.tsx";
import { UserTimeline } from "./user-timeline.tsx";

const text = USER_ADMIN_TEXT;

/** The data of one person's page, which refreshes itself. @param id null for nobody */
export function useUserPage(id: string | null): AdminList<UserPage> & { page: UserPage | null } {
  const list = useAdminList({
    key: [fetchUser, id],
    fetchPage: async (_, signal) => ({ rows: id === null ? [] : [await fetchUser(id, signal)], nextCursor: null }),
  });
  return { ...list, page: list.rows?.[0] ?? null };
}

type UserItemProps = {
  /** From the list, until the page has loaded. */
  name: string;
  open: ReturnType<typeof useUserPage>;
  admin: User;
  /** The act of another admin that an action was refused for. */
  conflict: string | null;
  onEnd: ((session: UserSession | "all") => void) | null;
  onRole: (() => void) | undefined;
  onResetFactor: (() => void) | undefined;
  onFill: (fillId: number) => void;
  onBack: () => void;
};

export function UserItem(props: UserItemProps) {
  useSignals();
  const { name, open, admin, conflict, onEnd, onFill, onBack } = props;
  const { page } = open;
  const at = timesFor(admin.timeZone, Date.now());
  if (page === null) {
    const hasFailed = open.error !== null && !open.isLoading;
    return (
      <ItemMain>
        <BackToList onBack={onBack} />
        {hasFailed ? (
          <ErrorState title={text.failed} text={text.failedDetail} onRetry={open.reload} />
        ) : (
          <Loading label={`${text.loadingUser}: ${name}`}>
            <Skeleton width="100%" height={320} />
          </Loading>
        )}
      </ItemMain>
    );
  }
  const { user, sessions, notes } = page;
  return (
    <ItemColumns data-evidence="true">
      <ItemMain>
        <ItemHead
          figure={user.name}
          badge={<UserBadges user={user} />}
          lead={`${user.email}. ${text.joined(midSentence(at(user.createdAt)))}`}
          onBack={onBack}
        />
        <Flags of={[conflict !== null && conflictFlag(conflict), ...userFlags(user, admin._id, at)]} />
        <MoneyStrip money={user.money} />
        <FactColumns>
          <AdminFacts title={text.person} facts={personFacts(user)} />
          <AdminFacts title={text.security} facts={securityFacts(user, at, props)} />
          <AdminFacts title={text.paidTo} facts={payoutFacts(user)} />
          <AdminFacts title={text.identity} facts={identityFacts(user, at)} />
        </FactColumns>
        {user.role === "trader" && user.closedAt === null && hasRole("operator", "owner") && (
          <TraderLimit userId={user._id} admin={admin} />
        )}
        <UserTimeline user={user} at={at} />
      </ItemMain>
      <Evidence aria-label={text.notes}>
        <UserNotes notes={notes} at={at} />
        <UserSessions sessions={sessions} onEnd={onEnd} />
        <UserFills userId={user._id} onShow={onFill} />
      </Evidence>
    </ItemColumns>
  );
}

type At = (instant: string) => string;

function userFlags(user: AdminUser, adminId: string, at: At): FlagList {
  const { frozenAt, closedAt, approvalsCountFrom } = user;
  return [
    frozenAt !== null && {
      icon: Lock,
      title: text.frozen,
      text: `${text.frozenBy(user.frozenBy ?? text.system, midSentence(at(frozenAt)))}${user.frozenReason ?? ""}`,
    },
    closedAt !== null && {
      tone: "plain",
      icon: UserRoundX,
      title: text.closed,
      text: text.closedSince(midSentence(at(closedAt))),
    },
    owesFlag(user.money.owed, user._id),
    agreementFlag(text.agreement.appointment, user.appointment, adminId, at),
    agreementFlag(text.agreement.reset, user.secondFactorReset, adminId, at),
    approvalsCountFrom !== null &&
      Date.parse(approvalsCountFrom) > Date.now() && {
        tone: "plain",
        icon: Clock,
        title: text.newAdmin,
        text: text.newAdminDetail(midSentence(at(approvalsCountFrom))),
      },
    user.role === "admin" &&
      !user.security.twoFactor && { icon: KeyRound, title: text.noFactor, text: text.noFactorDetail },
  ];
}

/** Who has approved an act that takes two admins, and what it waits for; null before the first approval. */
function agreementFlag(title: string, agreement: Agreement, adminId: string, at: At): Flag | null {
  const { approvedBy, aloneFrom = null } = agreement;
  const [first] = approvedBy;
  if (!first) return null;
  const { another, aloneFrom: from, yours } = text.agreement;
  const waits = aloneFrom === null ? another : from(midSentence(at(aloneFrom)));
  const next = agreementStep(agreement, adminId, Date.now()) === "last" ? yours : waits;
  return { icon: KeyRound, title, text: `${text.agreement.by(first.name, midSentence(at(first.at)))}${next}` };
}

function rolesOf({ roles }: AdminUser): string {
  return roles.map((role) => ROLES_TEXT.names[role]).join(", ");
}

function payoutFacts(user: AdminUser): AdminFact[] {
  const { bankTransfer, khqr } = user.paymentMethods;
  return [
    {
      name: text.payout,
      value: bankTransfer.isActive ? `${bankTransfer.bankName}, ${bankTransfer.accountId}` : NO_VALUE,
      isFigure: true,
    },
    { name: text.khqr, value: khqr.isActive ? text.configured : NO_VALUE },
  ];
}

function securityFacts(
  user: AdminUser,
  at: At,
  { onRole, onResetFactor }: Pick<UserItemProps, "onRole" | "onResetFactor">,
): AdminFact[] {
  const { security, verifiedAt, role, email } = user;
  const methods = [security.hasPassword && text.logInBy.password, security.google && text.logInBy.google].filter(
    Boolean,
  );
  return [
    { name: text.email, value: verifiedAt === null ? text.emailUnverified : text.emailVerified(at(verifiedAt)) },
    { name: text.logIn, value: methods.join(", ") || text.logInBy.none },
    {
      name: text.secondFactor,
      value: security.twoFactor ? text.on : text.off,
      after: onResetFactor && (
        <Button variant="plain" size="dense" onClick={onResetFactor}>
          {text.resetFactor}
        </Button>
      ),
    },
    { name: text.changed, value: security.changedAt && at(security.changedAt), isFigure: true },
    {
      name: text.role,
      value: role === "admin" ? `${text.badge.admin}: ${rolesOf(user)}` : text.trader,
      after: onRole && (
        <Button variant="plain" size="dense" onClick={onRole}>
          {role === "admin" ? text.removeAdmin : text.makeAdmin}
        </Button>
      ),
    },
    {
      name: text.atAdminFact,
      value: role === "admin" && hasRole("owner") && (
        <TextLink href={`${ROUTE.adminAudit}?who=${encodeURIComponent(email)}`}>{text.adminActions}</TextLink>
      ),
    },
  ];
}

function personFacts(user: AdminUser): AdminFact[] {
  return [
    { name: text.username, value: user.username },
    { name: text.phone, value: formatPhone(user.phone) || NO_VALUE, isFigure: true },
    { name: text.address, value: user.address || NO_VALUE },
    { name: text.timeZone, value: user.timeZone },
    {
      name: BOOK_ADMIN_TEXT.balance,
      value: user.role === "trader" && user.closedAt === null && hasRole("operator") && (
        <TextLink href={proposalPath("correction", user._id)}>{BOOK_ADMIN_TEXT.correct}</TextLink>
      ),
    },
    {
      name: text.id,
      value: (
        <Text breaks="ellipsis" title={user._id}>
          {user._id}
        </Text>
      ),
      isFigure: true,
      after: <CopyButton text={user._id} what={text.idLabel} />,
    },
  ];
}

function identityFacts(user: AdminUser, at: At): AdminFact[] {
  const { idVerificationStatus: status, idSubmittedAt, idDecidedAt, idRejectionReason } = user;
  const words = text.identityOf[status];
  return [
    {
      name: ADMIN_TEXT.status,
      value: status === "none" ? words : <TextLink href={itemPath(ROUTE.adminIdentities, user._id)}>{words}</TextLink>,
    },
    { name: text.sent, value: idSubmittedAt && at(idSubmittedAt), isFigure: true },
    { name: text.decided, value: idDecidedAt && at(idDecidedAt), isFigure: true },
    { name: text.reason, value: idRejectionReason },
  ];
}

type Badges = { label: string; tone: "down" | "warn" | "up" | "neutral"; icon: IconGlyph; isShown: boolean }[];

/** The states of an account that every decision depends on, as badges. */
function UserBadges({ user: { closedAt, frozenAt, role, verifiedAt, idVerificationStatus } }: { user: AdminUser }) {
  const { badge } = text;
  const isOpen = closedAt === null;
  const badges: Badges = [
    { label: badge.closed, tone: "neutral", icon: UserRoundX, isShown: !isOpen },
    { label: badge.frozen, tone: "down", icon: Lock, isShown: isOpen && frozenAt !== null },
    { label: badge.admin, tone: "warn", icon: KeyRound, isShown: isOpen && role === "admin" },
    { label: badge.unverified, tone: "warn", icon: ShieldAlert, isShown: isOpen && verifiedAt === null },
    { label: badge.verified, tone: "up", icon: BadgeCheck, isShown: isOpen && idVerificationStatus === "verified" },
  ];
  return badges
    .filter(({ isShown }) => isShown)
    .map(({ label, tone, icon }) => (
      <Badge key={label} tone={tone} icon={icon}>
        {label}
      </Badge>
    ));
}

type Agreement = AdminUser["secondFactorReset"] & { aloneFrom?: string | null };

/**
 * The next step of an admin in an act that two must approve: giving the `first` or the `last` approval, or none: theirs is on
 * record and `waits` for another's, or for the time from which an only admin may confirm it.
 */
type AgreementStep = "first" | "last" | "waits";

export function agreementStep({ approvedBy, aloneFrom }: Agreement, adminId: string, nowMs: number): AgreementStep {
  if (approvedBy.length === 0) return "first";
  if (approvedBy.some((approval) => approval.adminId !== adminId)) return "last";
  return aloneFrom && Date.parse(aloneFrom) <= nowMs ? "last" : "waits";
}
