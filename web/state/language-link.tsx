import { pathInLanguage } from "../../worker/contract/addresses.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "../../worker/contract/languages.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { BUILD_LANGUAGE } from "./build-language.ts";

/**
 * The link to the same page in the other language. The Worker keeps the choice in a cookie, so that it works without a script. It has no icon: the landing page's document has to fit into the first response.
 * @param path of the page, as English has it
 */
export function LanguageLink({ path }: { path: string }) {
  return LANGUAGES.filter((language) => language !== BUILD_LANGUAGE).map((language) => (
    <ButtonAnchor key={language} variant="plain" href={pathInLanguage(path, language)} lang={language}>
      {LANGUAGE_NAMES[language]}
    </ButtonAnchor>
  ));
}
