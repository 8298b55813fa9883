import { styled } from "goober";
import { media, type } from "../ui/theme.ts";
import { CalendarPicture, LatencyPicture, LedgerPicture, PricesPicture } from "./feature-pictures.tsx";
import { landingText } from "./landing-text.ts";
import { Section } from "./page-layout.tsx";
import { liveText } from "./script/live-text.ts";

// One framed area with hairlines: the cells are 1 px apart on a line-coloured background.
const Plate = styled("div")`
  display: grid;
  gap: 1px;
  overflow: hidden;
  background: var(--line);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  & > div {
    display: grid;
    grid-template-columns: 736fr 464fr;
    gap: 1px;
  }
  & > div + div {
    grid-template-columns: 464fr 736fr;
  }
  & article {
    display: flex;
    flex-direction: column;
    min-width: 0;
    padding: 28px 0 0 32px;
    background: var(--surface);
  }
  & article > h3 {
    ${type.lead}
  }
  & article > p {
    ${type.body}
    max-width: 456px;
    padding-right: 32px;
    margin: 4px 0 32px;
    color: var(--muted);
  }
  & article > :last-child {
    flex: 1;
    background: var(--bg);
    border: solid var(--line);
    border-width: 1px 0 0 1px;
    border-radius: var(--radius-card) 0 0 0;
  }
  & article > [data-cut="below"] {
    margin-right: 32px;
    border-right-width: 1px;
    border-top-right-radius: var(--radius-card);
  }
  ${media.narrow} {
    & > div {
      grid-template-columns: minmax(0, 1fr) !important;
    }
  }
  ${media.phone} {
    & article {
      padding: 20px 0 0 16px;
    }
    & article > p {
      padding-right: 16px;
      margin-bottom: 20px;
    }
    & article > [data-cut="below"] {
      margin-right: 16px;
    }
  }
`;

const { realTime, analytics, secure } = landingText.features;

const ROWS = [
  [
    { ...realTime, Picture: PricesPicture },
    { ...liveText.latency, Picture: LatencyPicture },
  ],
  [
    { ...analytics, Picture: CalendarPicture },
    { ...secure, Picture: LedgerPicture },
  ],
];

/** The product's features, each with a picture of the product that its cell crops. */
export function Features() {
  return (
    <Section titleId="features" text={landingText.features}>
      <Plate>
        {ROWS.map((row) => (
          <div key={row[0]?.name}>
            {row.map(({ name, text, Picture }) => (
              <article key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
                <Picture />
              </article>
            ))}
          </div>
        ))}
      </Plate>
    </Section>
  );
}
