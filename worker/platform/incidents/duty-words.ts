import * as z from "zod";
import { LANGUAGES, type Language } from "../../contract/languages.ts";

/** The event of the notifications that call an admin. No list of a person shows it, and no switch turns it off. */
export const DUTY_EVENT = "incident";

const words = z.object({ title: z.string(), line: z.string() });
const detail = z.object({ path: z.string(), words: z.record(z.enum(LANGUAGES), words) });

/** What a notification of incidents says: the row has its words in every language, since only who writes it knows the incidents. */
export type DutyDetail = { path: string; words: Readonly<Record<Language, { title: string; line: string }>> };

/** Reads the words of a notification of incidents. @throws ZodError for a detail that this version did not write */
export function dutyWords(text: string, language: Language): { title: string; line: string; path: string } {
  const { path, words } = detail.parse(JSON.parse(text));
  return { ...words[language], path };
}
