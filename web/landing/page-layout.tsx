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

/**
 * Two columns, one below the other on narrow pages. A heading of two lines is one running text there, and a lead beside
 * or below it is muted.
 */
export const TwoColumns = styled("div")`
  display: grid;
  grid-template-columns: 464fr 736fr;
  & h2 {
    ${type.figure}
  }
  & h2 > span {
    display: block;
  }
  & > p,
  & > :first-child > p {
    ${type.lead}
    max-width: 512px;
    color: var(--muted);
  }
  & > :first-child > p {
    max-width: 320px;
    margin-top: 16px;
  }
  ${oneColumn} {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & h2 > span {
      display: inline;
    }
    & > :first-child > p {
      max-width: 512px;
    }
  }
`;

const Head = styled(TwoColumns)`
  align-items: end;
  margin-bottom: 40px;
  & > p {
    padding-bottom: 2px;
  }
  ${oneColumn} {
    gap: 12px;
    & > p {
      padding: 0;
    }
  }
  ${media.phone} {
    margin-bottom: 32px;
    & > h2 {
      line-height: 32px;
    }
  }
`;

type SectionHeadingProps = { id: string; heading: readonly [string, string] };

/** The heading of a section: two lines on wide screens, one running text on narrow ones. */
export function SectionHeading({ id, heading: [first, second] }: SectionHeadingProps) {
  return (
    <h2 id={id}>
      <span>{first}</span> <span>{second}</span>
    </h2>
  );
}

/** The heading and lead of a section, aligned with the page's second column. */
export function SectionHead({ lead, ...heading }: SectionHeadingProps & { lead: string }) {
  return (
    <Head>
      <SectionHeading {...heading} />
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
