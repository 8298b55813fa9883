import { CopyButton } from "../ui/copy-button.tsx";
import type { Fact } from "../ui/fact-line.tsx";

import { DEPOSIT_TEXT } from "./deposit-text.ts";

export function billFact(billNumber: string): Fact {
  return {
    name: DEPOSIT_TEXT.billNumber,
    value: billNumber,
    after: <CopyButton text={billNumber} what={DEPOSIT_TEXT.copiedBillNumber} />,
  };
}
