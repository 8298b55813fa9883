import { useEffect, useState } from "react";
import { faultOf, isUnfinished, type NumberFault, type NumberForm } from "../../../worker/contract/read-number.ts";
import { numberText } from "./number-text.ts";

/** How long a text that more digits would complete may stand before it is refused in words. */
const PAUSE_MS = 600;
/** The part of a text that its refusal names is cut to this. */
const PART_CHARACTERS_MAX = 12;

/** What is not understood of a typed number, and how to write it. */
export function numberWords(fault: NumberFault): string | null {
  switch (fault.code) {
    case "empty":
      return null;
    case "sign":
      return numberText.sign;
    case "points":
      return numberText.points;
    case "comma_after_point":
      return numberText.commaAfterPoint;
    case "comma":
      return numberText.comma;
    case "space":
      return numberText.space;
    case "currency":
      return numberText.currency(fault.part);
    case "characters":
      return numberText.characters([...fault.part].slice(0, PART_CHARACTERS_MAX).join(""));
    case "decimals":
      return numberText.decimals(fault.most);
  }
}

/**
 * The problem of a field's text that is no number; null for a number and for an empty field. Where more digits would make it
 * a number, the problem comes after a pause in typing.
 * @param isAsked whether something was tried with the text already, so that there is no pause
 */
export function useNumberWords(typed: string, form: NumberForm, isAsked: boolean): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  const fault = faultOf(typed, form);
  const isWaiting = fault !== null && settled !== typed && !isAsked && isUnfinished(typed, form);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, typed]);
  return fault === null || isWaiting ? null : numberWords(fault);
}
