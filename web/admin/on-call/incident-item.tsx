import type { TargetHours } from "../../../worker/contract/describe-incident.ts";
import { screenOf } from "../../../worker/contract/describe-incident.ts";
import { INCIDENT_TEXT } from "../../../worker/contract/incident-text.ts";
import { ROUTE } from "../../state/routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/card.tsx";
import { CircleAlert, CircleCheck, Clock } from "../../ui/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { type AdminFact, AdminFacts, FactColumns } from "../core/admin-facts.tsx";
import { ItemColumns, ItemMain, QuietText } from "../core/admin-layout.ts";
import { midSentence } from "../core/admin-time.ts";
import { EventRows } from "../core/event-rows.tsx";
import { ItemHead } from "../core/item-head.tsx";
import { incidentSentence, incidentTitle, stateOf } from "./incident-words.ts";
import type { AdminIncident } from "./on-call-calls.ts";
import { ON_CALL_TEXT } from "./on-call-text.ts";

const text = ON_CALL_TEXT;
const BADGES = {
  waiting: { tone: "warn", icon: CircleAlert },
  acknowledged: { tone: "neutral", icon: Clock },
  ended: { tone: "up", icon: CircleCheck },
} as const;

type IncidentItemProps = {
  incident: AdminIncident;
  /** Null until it is known. */
  targetHours: TargetHours | null;
  at: (instant: string) => string;
  onBack: () => void;
};

/** One incident: what happened, where it is mended, its course, and who was told by which channel. */
export function IncidentItem({ incident, targetHours, at, onBack }: IncidentItemProps) {
  const state = stateOf(incident);
  return (
    <ItemColumns>
      <ItemMain>
        <ItemHead
          figure={incidentTitle(incident)}
          badge={<Badge {...BADGES[state]}>{text.state[state]}</Badge>}
          lead={targetHours === null ? "" : incidentSentence(incident, targetHours)}
          onBack={onBack}
        />
        <FactColumns>
          <AdminFacts title={text.facts} facts={factsOf(incident, at)} />
        </FactColumns>
        <Panel title={text.told}>
          {incident.tells.length === 0 ? (
            <QuietText pad="12px 20px" phone={{ pad: "12px 16px" }}>
              {state === "waiting" ? text.toldNobodyDetail : text.toldNobody}
            </QuietText>
          ) : (
            <EventRows rows={tellRows(incident, at)} at={at} />
          )}
        </Panel>
      </ItemMain>
    </ItemColumns>
  );
}

function factsOf(incident: AdminIncident, at: IncidentItemProps["at"]): AdminFact[] {
  const { cause, openedAt, acknowledged, endedAt, nextTellAt } = incident;
  const screen = cause && screenOf(cause);
  const next =
    nextTellAt === null ? (stateOf(incident) === "waiting" ? text.nextLater : text.nextNone) : at(nextTellAt);
  return [
    { name: text.opened, value: at(openedAt), isFigure: true },
    {
      name: text.state.acknowledged,
      value: acknowledged
        ? text.acknowledgedBy(acknowledged.by, midSentence(at(acknowledged.at)))
        : endedAt === null
          ? text.nobody
          : text.notNeeded,
    },
    { name: text.endedAt, value: endedAt === null ? text.lasts : at(endedAt), isFigure: true },
    { name: text.next, value: next, isFigure: true },
    {
      name: text.see,
      value: screen && <TextLink href={screenPath(screen)}>{INCIDENT_TEXT.screen[screen]}</TextLink>,
    },
  ];
}

function screenPath(screen: ReturnType<typeof screenOf>): string {
  return screen === "overview" ? ROUTE.admin : `${ROUTE.admin}/${screen}`;
}

/** The newest call first. */
function tellRows({ _id, tells }: AdminIncident, at: IncidentItemProps["at"]) {
  return tells.toReversed().map(({ number, at: toldAt, to, channel, reachedAt }) => {
    const by = channel === null ? text.byNone : text.by[channel];
    return {
      key: `${_id} ${number} ${to}`,
      at: toldAt,
      name: to,
      detail: reachedAt === null ? text.notReached(by) : text.reached(by, midSentence(at(reachedAt))),
      aside: text.times(number),
      usd: undefined,
    };
  });
}
