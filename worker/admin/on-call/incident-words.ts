import { describeIncident, type IncidentWords, screenOf, type TargetHours } from "../../contract/describe-incident.ts";
import { INCIDENT_TEXT as khmer } from "../../contract/incident-text.km.ts";
import { INCIDENT_TEXT as english } from "../../contract/incident-text.ts";
import { type Cause, INCIDENT_KINDS } from "../../contract/incidents.ts";
import { forEachLanguage, joinLanguages, type Translated } from "../../contract/translated.ts";
import { ON_CALL_TEXT as khmerOnCall } from "./on-call-text.km.ts";
import { ON_CALL_TEXT as englishOnCall } from "./on-call-text.ts";

/** As `on-call-text.ts`, in every language. */
export const ON_CALL_TEXT = joinLanguages({ en: englishOnCall, km: khmerOnCall });

const CATALOGUES = { en: english, km: khmer };
const SCREEN = joinLanguages(CATALOGUES).screen;

/** How an incident is said in every language, and the screen where it is mended. */
export function incidentWords(
  cause: Cause,
  targetHours: TargetHours,
): Record<keyof IncidentWords, Translated> & { path: string; screen: Translated } {
  const words = forEachLanguage((language) => describeIncident(CATALOGUES[language], cause, targetHours));
  const of = (part: keyof IncidentWords) => forEachLanguage((language) => words[language][part]);
  const screen = screenOf(cause);
  return {
    subject: of("subject"),
    happened: of("happened"),
    over: of("over"),
    ended: of("ended"),
    path: screen === "overview" ? "/admin" : `/admin/${screen}`,
    screen: SCREEN[screen],
  };
}

const KINDS = Object.keys(INCIDENT_KINDS);

/** The order in which incidents of one message are named: those about money first. */
export function bySeverity(one: Cause, other: Cause): number {
  return KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
}

/** How many subjects one message names; mailboxes ring by them. */
const NAMED_MAX = 3;

/** The subject of a message about incidents, in the order of {@link bySeverity}. */
export function subjectOf(subjects: readonly Translated[]): Translated {
  const more = subjects.length - NAMED_MAX;
  return forEachLanguage((language) => {
    const named = subjects.slice(0, NAMED_MAX).map((subject) => subject[language]);
    return [...named, ...(more > 0 ? [ON_CALL_TEXT.andMore(more)[language]] : [])].join("; ");
  });
}
