import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** Wider than a phone, too narrow for two columns. */
export const tablet = "@media (min-width: 640px) and (max-width: 1023px)";

/** Up to this width the page's two columns are stacked. */
export const oneColumn = "@media (max-width: 1023px)";

/** The content's width: 1200 px with margins of 120 px on wide screens, 16 px on phones. */
export const Column = styled("div")`
  width: min(1200px, 100% - 64px);
  margin: 0 auto;
  ${media.phone} {
    width: calc(100% - 32px);
  }
`;

const Head = styled("div")`
  display: grid;
  grid-template-columns: 464fr 736fr;
  align-items: end;
  margin-bottom: 40px;
  & > h2 {
    ${type.figure}
  }
  & > h2 > span {
    display: block;
  }
  & > p {
    ${type.lead}
    max-width: 512px;
    padding-bottom: 2px;
    color: var(--muted);
  }
  ${oneColumn} {
    display: block;
    & > h2 > span {
      display: inline;
    }
    & > p {
      padding: 12px 0 0;
    }
  }
  ${media.phone} {
    margin-bottom: 32px;
    & > h2 {
      font-size: 28px;
      line-height: 32px;
    }
  }
`;

type SectionHeadProps = {
  id: string;
  /** Two lines on wide screens, one running text on phones. */
  heading: readonly [string, string];
  lead: string;
};

/** The heading and lead of a section, aligned with the page's second column. */
export function SectionHead({ id, heading: [first, second], lead }: SectionHeadProps) {
  return (
    <Head>
      <h2 id={id}>
        <span>{first}</span> <span>{second}</span>
      </h2>
      <p>{lead}</p>
    </Head>
  );
}

/** A section with its top spacing: 128 px, 88 px on phones. */
export const Section = styled("section")`
  padding-top: 128px;
  ${media.phone} {
    padding-top: 88px;
  }
`;
