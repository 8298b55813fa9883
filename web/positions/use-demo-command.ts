import type { DemoCommand, DemoEvent } from "../../worker/contract/demo/demo-types.ts";
import { type Problem, problemOf, type Submit, useSubmit } from "../state/use-submit.ts";
import { toast } from "../ui/toast/toast.ts";
import { dockText } from "./dock-text.ts";
import { sendCommand } from "./send-command.ts";

/** A command of a list's button or of a dialog. */
export type DemoCommandSubmit = Submit<DemoCommand>;

/**
 * Sends commands of a form.
 * @param options.fields the fields that show their own problems, as the API names them
 * @param options.changed what to say where the account has changed meanwhile
 */
export function useDemoForm({
  fields,
  changed,
  onDone,
}: {
  fields: readonly string[];
  changed?: string;
  onDone: (events: readonly DemoEvent[]) => void;
}): DemoCommandSubmit {
  return useSubmit<DemoCommand, readonly DemoEvent[]>({
    send: (body, key) => sendCommand(body, key),
    onDone,
    explain: (error) => problemOfCommand(error, changed),
    fields,
  });
}

/** Sends the commands of a button; a toast says why one was not carried out. */
export function useDemoButton(onDone: (events: readonly DemoEvent[]) => void = () => {}): DemoCommandSubmit {
  return useSubmit<DemoCommand, readonly DemoEvent[]>({
    send: (body, key) => sendCommand(body, key),
    onDone,
    explain(error) {
      toast.error(problemOfCommand(error).message);
      return null;
    },
  });
}

/** Why a command was not carried out. This page follows the account, so that nothing has to be loaded again. */
function problemOfCommand(error: unknown, changed: string = dockText.changedElsewhere): Problem {
  const problem = problemOf(error, dockText.commandFailed);
  return problem.code === "wrong_state" ? { ...problem, message: changed } : problem;
}
