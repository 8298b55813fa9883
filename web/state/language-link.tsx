import { LANGUAGE_NAMES, LANGUAGE_PARAMETER, LANGUAGES } from "../../worker/contract/languages.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Globe } from "../ui/icon.tsx";
import { BUILD_LANGUAGE } from "./build-language.ts";

/**
 * The link to the same page in the other language. The Worker keeps the choice in a cookie and goes on to the page, so that it
 * works without a script.
 * @param path of the page, as English has it
 */
export function LanguageLink({ path }: { path: string }) {
  return LANGUAGES.filter((language) => language !== BUILD_LANGUAGE).map((language) => (
    <ButtonAnchor
      key={language}
      variant="plain"
      icon={Globe}
      href={`${path}?${LANGUAGE_PARAMETER}=${language}`}
      hrefLang={language}
      lang={language}
      rel="nofollow"
    >
      {LANGUAGE_NAMES[language]}
    </ButtonAnchor>
  ));
}
