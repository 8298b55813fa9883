import type { Language } from "../../contract/languages.ts";

/** The event of the notifications that call an admin. No list of a person shows it, and no switch turns it off. */
export const DUTY_EVENT = "incident";

/** What a notification of incidents says: the row has its words in every language, since only who writes it knows the incidents. */
export type DutyDetail = { path: string; words: Readonly<Record<Language, { title: string; line: string }>> };
