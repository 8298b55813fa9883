import { styled } from "goober";
import { type } from "../ui/theme.ts";
import { sealsText } from "./script/seals-text.ts";

const Newest = styled("dl")`
  ${type.body}
  margin-top: 16px;
  & dt {
    color: var(--muted);
  }
  & dd {
    margin: 0 0 12px;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
`;

/** The seals of today, which the page's script fetches and checks: see `live-seals.ts`. */
export function SealsToday() {
  const { heading, loading, needsScript, minute, records, seal } = sealsText;
  return (
    <section data-seals="">
      <h2>{heading}</h2>
      <p data-part="state" role="status" data-live="">
        {loading}
      </p>
      <noscript>
        <p>{needsScript}</p>
      </noscript>
      <Newest data-part="newest" hidden>
        <dt>{minute}</dt>
        <dd data-part="minute" />
        <dt>{records}</dt>
        <dd data-part="records" />
        <dt>{seal}</dt>
        <dd data-part="seal" />
      </Newest>
    </section>
  );
}
