import { useState } from "react";
import type { DeliveryState } from "../../worker/contract/channels.ts";
import { problemOf, useSubmit } from "../state/use-submit.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { useMinute } from "../ui/use-now.ts";
import { sendTest, type Tested } from "./channel-calls.ts";
import { channelsText as text } from "./channels-text.ts";
import { lastWords, type Said, testWords } from "./delivery-words.ts";

type TestOptions = { tested: Tested; last: DeliveryState | null; timeZone: string };

/** The test of a channel: its button, and what is said of the last message, which may be the test. */
export function useTest({ tested, last, timeZone }: TestOptions) {
  const { channel } = tested;
  const nowMs = useMinute();
  const [test, setTest] = useState<{ endedAt: string | null } | null>(null);
  const isTested = test !== null;
  const { submit, isSending } = useSubmit({
    send: () => sendTest(tested),
    onDone: () => setTest({ endedAt: null }),
    explain(error) {
      toast.error(problemOf(error, text.notSent).message);
      return null;
    },
  });
  // What follows the test is another message.
  const endedAt = endOf(last);
  if (test && !isSending && test.endedAt !== endedAt) setTest(test.endedAt === null ? { endedAt } : null);
  const said: Said | null = isSending
    ? testWords(channel, { state: "sending" }, timeZone)
    : last && (isTested ? testWords(channel, last, timeZone) : lastWords(channel, last, { nowMs, timeZone }));
  const isUnderWay = isSending || (isTested && said?.isUnderWay === true);
  const button = (
    <Button size="dense" isLoading={isUnderWay} onClick={() => void submit()}>
      {isUnderWay ? text.sending : isTested ? text.testAgain : text.test}
    </Button>
  );
  return { said, button };
}

/** When a message arrived or failed; null while that is not known. */
function endOf(last: DeliveryState | null): string | null {
  return last === null || last.state === "sending" || last.state === "accepted" ? null : last.at;
}
