import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "./theme.ts";

/** A section with a lighter surface and a hairline border. `data-flush` has no padding, for content with its own. */
export const Card = styled("section")`
  min-width: 0;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  &[data-flush="true"] {
    padding: 0;
    overflow: hidden;
  }
  ${media.phone} {
    padding: 16px;
  }
`;

const Head = styled("header")`
  ${type.body}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 52px;
  padding: 8px 20px;
  border-bottom: 1px solid var(--line);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 12px;
    min-width: 0;
  }
  & p {
    ${type.caption}
    color: var(--muted);
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

type CardHeadProps = {
  title: string;
  id?: string;
  /** A short text beside the title: "6 trades, net +$78.38". */
  note?: ReactNode;
  /** At the right end: one link or button. */
  action?: ReactNode;
};

/** The title line of a flush card. */
export function CardHead({ title, id, note, action }: CardHeadProps) {
  return (
    <Head>
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {action}
    </Head>
  );
}
