import { useState } from "react";
import type { Problem } from "../../state/use-submit.ts";

type TextsOptions<Name extends string> = {
  /** The texts at the beginning: empty, or those of an attempt that was undone or refused. */
  before: Record<Name, string | undefined>;
  problem: Problem | null;
  /** Errors of texts with which the action cannot be sent. @param texts without surrounding spaces */
  check: (texts: Record<Name, string>) => Partial<Record<Name, string | false>>;
  /** Called with valid texts, without surrounding spaces. */
  onSubmit: (texts: Record<Name, string>) => void;
};

/**
 * The texts that are typed into a dialog. The error of a text is shown from the first attempt to send it, and a problem
 * that the API has with it at once, until it is another text.
 */
export function useTexts<Name extends string>({ before, problem, check, onSubmit }: TextsOptions<Name>) {
  // The record has these names as its keys; `Object.keys` types them as string.
  const names = Object.keys(before) as Name[];
  // Each name has a value; `fromEntries` types its keys as string.
  const recordOf = (textOf: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>;
  const [typed, setTyped] = useState(() => recordOf((name) => before[name] ?? ""));
  const [sent, setSent] = useState(typed);
  const [hasTried, setHasTried] = useState(false);
  const texts = recordOf((name) => typed[name].trim());
  const errors = check(texts);
  return {
    texts,
    hasTried,
    field(name: Name) {
      const error: string | false | undefined = hasTried && errors[name];
      return {
        value: typed[name],
        error: error || (problem?.field === name && typed[name] === sent[name] ? problem.message : null),
        onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
      };
    },
    dialog: {
      problem,
      fields: names,
      onSubmit() {
        setHasTried(true);
        setSent(typed);
        if (!names.some((name) => errors[name])) onSubmit(texts);
      },
    },
  };
}
