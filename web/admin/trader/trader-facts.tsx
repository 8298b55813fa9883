import { DAY_MS } from "../../../worker/contract/time.ts";
import { ROUTE } from "../../state/routes.ts";
import { formatDate } from "../../ui/format.ts";
import { formatPhone } from "../../ui/format-phone.ts";
import { MailAddress } from "../../ui/mail-address.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import type { AdminView } from "../core/admin-time.ts";
import { itemPath } from "../list/use-open-item.ts";
import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

const text = TRADER_TEXT;

type TraderFactsProps = {
  trader: TraderContext;
  person: { name: string; email: string };
  view: AdminView;
};

export function TraderFacts({ trader, person, view: { admin, nowMs } }: TraderFactsProps) {
  const { timeZone } = admin;
  const { _id, phone, createdAt, identity } = trader;
  const days = Math.floor((nowMs - Date.parse(createdAt)) / DAY_MS);
  const facts: AdminFact[] = [
    { name: text.person, value: <TextLink href={itemPath(ROUTE.adminUsers, _id)}>{person.name}</TextLink> },
    {
      name: text.card,
      value: <CardStatus trader={trader} timeZone={timeZone} />,
      mark: identity.status === "verified" ? "ok" : "warn",
    },
    { name: text.note, value: identity.status === "rejected" ? identity.note : null },
    { name: text.email, value: <MailAddress of={person.email} /> },
    { name: text.phone, value: formatPhone(phone) || null, isFigure: true },
    { name: text.member, value: text.memberSince(formatDate(createdAt, timeZone), days), isFigure: true },
  ];
  return <AdminFacts title={text.facts} facts={facts} />;
}

function CardStatus({ trader: { _id, identity }, timeZone }: { trader: TraderContext; timeZone: string }) {
  const { status, decidedAt } = identity;
  if (status === "none") return text.cardWord.none;
  const label =
    status === "verified" ? text.cardWord.verified(formatDate(decidedAt ?? 0, timeZone)) : text.cardWord[status];
  const list = status === "pending" ? ROUTE.adminIdentities : `${ROUTE.adminIdentities}?status=${status}`;
  return <TextLink href={itemPath(list, _id)}>{label}</TextLink>;
}
