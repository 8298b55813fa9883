import { styled } from "goober";
import type { ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Box, Row } from "../ui/layout.tsx";
import { media, type } from "../ui/theme.ts";
import { headingType } from "./heading-type.ts";
import { landingText } from "./landing-text.ts";

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
 * or below it is muted. With `data-head` it is the head of a section.
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
  &[data-head] {
    align-items: end;
    margin-bottom: 40px;
  }
  &[data-head] > p {
    padding-bottom: 2px;
  }
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: 32px;
    & h2 > span {
      ${headingType.narrowLine}
    }
    & > :first-child > p {
      max-width: 512px;
    }
    &[data-head] {
      gap: 12px;
    }
    &[data-head] > p {
      padding: 0;
    }
  }
  ${media.phone} {
    &[data-head] {
      margin-bottom: 32px;
    }
    &[data-head] > h2 {
      ${headingType.phoneSection}
    }
  }
`;

type SectionProps = {
  /** Links of the top bar lead to it. */
  id?: string;
  titleId: string;
  text: { heading: readonly [string, string]; lead: string };
  /** The content stands beside the heading, and not below it. */
  isBeside?: boolean;
  children: ReactNode;
};

/** A section of the page: its heading of two lines, its lead, and the content. */
export function Section({ id, titleId, text, isBeside = false, children }: SectionProps) {
  const [first, second] = text.heading;
  const head = (
    <>
      <h2 id={titleId}>
        <span>{first}</span> <span>{second}</span>
      </h2>
      <p>{text.lead}</p>
    </>
  );
  return (
    <Box as="section" id={id} aria-labelledby={titleId} pad="128px 0 0" phone={{ pad: "88px 0 0" }}>
      <Column>
        {isBeside ? (
          <TwoColumns>
            <div>{head}</div>
            {children}
          </TwoColumns>
        ) : (
          <>
            <TwoColumns data-head="">{head}</TwoColumns>
            {children}
          </>
        )}
      </Column>
    </Box>
  );
}

/** The buttons with which a visitor starts, and the one that a signed-in visitor gets instead: see `arrival.ts`. */
export function StartButtons({ start, children }: { start: string; children: ReactNode }) {
  return (
    <Row gap={12} phone={{ gap: 8, each: 1 }}>
      <ButtonAnchor variant="accent" size="form" href={ROUTE.signUp} data-for="stranger">
        {start}
      </ButtonAnchor>
      <ButtonAnchor variant="accent" size="form" href={ROUTE.dashboard} data-for="member" hidden>
        {landingText.openDashboard}
      </ButtonAnchor>
      {children}
    </Row>
  );
}
