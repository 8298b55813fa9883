import { ApiError } from "../state/api.ts";
import { useSubmit } from "../state/use-submit.ts";
import { toast } from "../ui/toast/toast.ts";
import { PushRefusal, turnPushOn } from "./push-here.ts";
import { pushOfferText as text } from "./push-offer-text.ts";

/** Turns pushes on in this browser, by a press. */
export function useTurnOn(publicKey: string, isAnew: boolean, onDone: () => void = () => {}) {
  return useSubmit({
    send: () => turnPushOn(publicKey, { isAnew }),
    onDone() {
      toast.success(text.on);
      onDone();
    },
    explain(error) {
      toast.error(turnOnFailure(error));
      return null;
    },
  });
}

/** Why pushes could not be turned on. */
export function turnOnFailure(error: unknown): string {
  if (error instanceof PushRefusal) {
    if (error.reason === "service") console.warn("no subscription", error.cause);
    return text.failed[error.reason];
  }
  return error instanceof ApiError && error.message ? error.message : text.failed.unsent;
}
