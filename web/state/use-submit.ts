import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ErrorCode } from "../../worker/contract/errors.ts";
import { focusRefusedField } from "../ui/fields/refused-field.ts";
import { ApiError, NetworkError, wasAborted } from "./api.ts";
import { Attempt } from "./attempt.ts";

/** Why something was not done. `field` is the rejected input, and `code` the error's code, as the API names them. */
export type Problem = { message: string; field: string | undefined; code?: ErrorCode };

/**
 * The problem that an error of the API means; rethrows other errors.
 * @param fallback the message when the API gave no reason or no response
 */
export function problemOf(error: unknown, fallback: string): Problem {
  if (error instanceof ApiError) {
    return { message: error.message || fallback, field: error.field, code: error.code };
  }
  if (error instanceof NetworkError) return { message: fallback, field: undefined };
  throw error;
}

type SubmitOptions<Body, Reply> = {
  /**
   * Sends it; its errors are the problem.
   * @param key the idempotency key of the {@link Attempt}
   * @param signal aborts when the component unmounts, and with {@link Submit.stop}: for what only this component shows
   */
  send: (body: Body, key: string, signal: AbortSignal) => Promise<Reply>;
  onDone?: (reply: Reply) => void;
  /** What to show of an error; null when it is shown otherwise. Rethrows unknown errors, as {@link problemOf}. */
  explain: (error: unknown) => Problem | null;
  /** The fields that show their own problems. */
  fields?: readonly string[];
};

/** What a form or dialog knows of its submits. */
export type Submit<Body> = {
  /** Sends one at a time: a call meanwhile does nothing. */
  submit: (body: Body) => Promise<void>;
  isSending: boolean;
  /** Aborts the signal of what is being sent. What takes the signal has no problem then, and is not done. */
  stop: () => void;
  /** Why the last one was not done. */
  problem: Problem | null;
  /** The problem with a field; null without one. */
  errorOf: (field: string) => string | null;
  /** The problem, unless it is with one of the form's fields; null without one. */
  formError: string | null;
  /** Shows a problem that is known before sending, or with null none, as after a change of the input. */
  setProblem: (problem: Problem | null) => void;
  /** For a form that is none of a dialog: its first field with a problem takes the focus, for its text to be typed again. */
  form: RefObject<HTMLFormElement | null>;
};

/**
 * Submits a form or an action. When the component unmounts meanwhile, a request without the signal continues, and its
 * problem is not shown.
 */
export function useSubmit<Body = void, Reply = void>(options: SubmitOptions<Body, Reply>): Submit<Body> {
  const { send, onDone, explain, fields = [] } = options;
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const attempt = useRef<Attempt<Body, Reply> | null>(null);

  async function submit(body: Body): Promise<void> {
    if (running.current) return;
    const control = new AbortController();
    running.current = control;
    setIsSending(true);
    setProblem(null);
    attempt.current = Attempt.of(attempt.current, JSON.stringify(body), () => body);
    try {
      const reply = await attempt.current.send((_, key) => send(body, key, control.signal));
      onDone?.(reply);
    } catch (error) {
      if (!(control.signal.aborted && wasAborted(error))) setProblem(explain(error));
    } finally {
      running.current = null;
      setIsSending(false);
    }
  }

  // A layout effect, as the problem is read out when it appears.
  useLayoutEffect(() => {
    if (problem) focusRefusedField(form.current);
  }, [problem]);

  useEffect(() => () => running.current?.abort(), []);

  const isAboutField = problem?.field !== undefined && fields.includes(problem.field);
  return {
    submit,
    isSending,
    stop: () => running.current?.abort(),
    problem,
    errorOf: (field) => (problem?.field === field ? problem.message : null),
    formError: problem && !isAboutField ? problem.message : null,
    setProblem,
    form,
  };
}
