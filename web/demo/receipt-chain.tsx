import { styled } from "goober";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatTime } from "../ui/format.ts";
import { type } from "../ui/theme.ts";
import { PROOF_STEPS, type ProofStep, type ReceiptCheck, type SealedQuote } from "./check-receipt.ts";
import { STEP_NAMES, receiptText as text } from "./receipt-text.ts";

const Chain = styled("ol")`
  ${type.dense}
  & > li {
    display: grid;
    grid-template-columns: 12px minmax(0, 1fr) auto auto;
    gap: 0 10px;
    align-items: center;
    min-height: 42px;
    color: var(--muted);
  }
  & > li {
    position: relative;
  }
  & > li:not(:last-child)::after {
    content: "";
    position: absolute;
    top: calc(50% + 6px);
    left: 4px;
    width: 1.5px;
    height: calc(100% - 12px);
    background: var(--control);
  }
  & > li::before {
    content: "";
    width: 10px;
    height: 10px;
    border: 1.5px solid var(--control);
    border-radius: 50%;
  }
  & > li[data-state="right"]::before {
    border-color: var(--up);
  }
  & > li[data-state="right"]:not(:last-child)::after,
  & > li[data-state="right"]:last-child::before {
    background: var(--up);
  }
  & > li[data-state="wrong"]::before {
    border-color: var(--down);
    background: var(--down);
  }
  & b {
    display: block;
    color: var(--text);
    font-weight: 500;
  }
  & > li[data-state="wrong"] b {
    color: var(--down);
  }
`;

type Link = { step: ProofStep; note: string; value: string; isHash: boolean };

/** The steps from a quote to the public seal of its minute, with what the check says of each. */
export function ReceiptChain({
  of,
  check,
  timeZone,
}: {
  of: SealedQuote;
  check: ReceiptCheck | null;
  timeZone: string;
}) {
  const { proof, seal } = of.sealed;
  const minute = formatTime(seal.minuteMs, timeZone);
  const links: Link[] = [
    { step: "quote", note: `${of.seq}`, value: proof.line, isHash: false },
    { step: "path", note: text.quotesInMinute(proof.count), value: text.hashes(proof.path.length), isHash: false },
    { step: "root", note: minute, value: seal.root, isHash: true },
    { step: "previous", note: "", value: seal.previous, isHash: true },
    { step: "seal", note: minute, value: seal.seal, isHash: true },
  ];
  return (
    <Chain>
      {links.map(({ step, note, value, isHash }) => (
        <li key={step} data-state={stateOf(step, check)}>
          <span>
            <b>{STEP_NAMES[step]}</b>
            {note}
          </span>
          <span className="num">
            {isHash ? `${value.slice(0, 4)}…${value.slice(-4)}` : step === "quote" ? "" : value}
          </span>
          {isHash ? <CopyButton text={value} what={STEP_NAMES[step].toLowerCase()} /> : <span />}
        </li>
      ))}
    </Chain>
  );
}

/** Steps after the one that fails are not known to be right. */
function stateOf(step: ProofStep, check: ReceiptCheck | null): "right" | "wrong" | "open" {
  if (check?.result === "verified") return "right";
  if (check?.result !== "different") return "open";
  const [own, failed] = [PROOF_STEPS.indexOf(step), PROOF_STEPS.indexOf(check.step)];
  if (own === failed) return "wrong";
  return own < failed ? "right" : "open";
}
