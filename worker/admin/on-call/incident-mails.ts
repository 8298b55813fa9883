import type { Query } from "../../../db/client.ts";
import { type Cause, INCIDENT } from "../../contract/incidents.ts";
import { forEachLanguage } from "../../contract/translated.ts";
import type { Settings } from "../../platform/env.ts";
import type { DutyDetail } from "../../platform/incidents/duty-detail.ts";
import { hasEndedFor } from "../../platform/incidents/incident-store.ts";
import { composeContent, HELLO, type MailContent, type MailPart } from "../../platform/mail/compose-mail.ts";
import { queueMailToAdmins } from "../../platform/mail/outbox-store.ts";
import type { Operation } from "../../platform/operation-settings.ts";
import { incidentWords, ON_CALL_TEXT, subjectOf } from "./incident-words.ts";

const SCREEN = "/admin/on-call";

/** An incident as a message names it. */
export type Called = { id: number; cause: Cause };
type Caller = Pick<Settings, "APP_ORIGIN" | "ON_CALL_REPEAT_MINUTES"> & Pick<Operation, "targetHours">;

/** The mail that calls an admin about incidents. @param toEverybody whether it goes to every admin already */
export function callMail(
  { APP_ORIGIN: origin, ON_CALL_REPEAT_MINUTES: minutes, targetHours }: Caller,
  incidents: readonly Called[],
  { isToEverybody }: { isToEverybody: boolean },
): MailContent {
  const said = incidents.map(({ cause }) => incidentWords(cause, targetHours));
  const parts = said.flatMap(({ happened, path, screen }): MailPart[] => [
    happened,
    { link: `${origin}${path}`, text: screen },
  ]);
  const again = isToEverybody
    ? ON_CALL_TEXT.toEverybody(minutes)
    : ON_CALL_TEXT.repeated(minutes, INCIDENT.repeatsAlone);
  return composeContent(subjectOf(said.map(({ subject }) => subject)), [
    HELLO,
    ...parts,
    { link: `${origin}${pathOf(incidents)}`, text: ON_CALL_TEXT.acknowledge },
    again,
  ]);
}

/** What the notification says that calls an admin about incidents by their channels. */
export function callDetail({ targetHours }: Pick<Caller, "targetHours">, incidents: readonly Called[]): DutyDetail {
  const said = incidents.map(({ cause }) => incidentWords(cause, targetHours));
  const title = subjectOf(said.map(({ subject }) => subject));
  const line = said.length === 1 ? said[0]?.happened : undefined;
  return {
    path: pathOf(incidents),
    words: forEachLanguage((language) => ({
      title: title[language],
      line: (line ?? ON_CALL_TEXT.acknowledge)[language],
    })),
  };
}

/** The statement that mails those who were told of an incident that it has ended, if the statement before has ended it. */
export function mailEnd(
  query: Query,
  caller: Pick<Caller, "APP_ORIGIN" | "targetHours">,
  { id, cause }: Called,
  nowMs: number,
) {
  const { over, ended, path, screen } = incidentWords(cause, caller.targetHours);
  const mail = composeContent(over, [HELLO, ended, { link: `${caller.APP_ORIGIN}${path}`, text: screen }]);
  return queueMailToAdmins(query, `incident:${id}:ended`, mail, hasEndedFor(id), nowMs);
}

/** The screen, with the incident open where it is one. */
function pathOf(incidents: readonly Called[]): string {
  const [only, ...others] = incidents;
  return only && others.length === 0 ? `${SCREEN}?item=${only.id}` : SCREEN;
}
