import { styled } from "goober";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, oneColumn, Section } from "./page-layout.tsx";

const Layout = styled(Column)`
  display: grid;
  grid-template-columns: 464fr 736fr;
  & > div > h2 {
    ${type.figure}
  }
  & > div > h2 > span {
    display: block;
  }
  & > div > p {
    ${type.lead}
    max-width: 320px;
    margin-top: 16px;
    color: var(--muted);
  }
  & > ul {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0 32px;
  }
  & li {
    padding: 20px 0 24px;
    border-top: 1px solid var(--line);
  }
  & h3 {
    ${type.body}
    font-weight: 500;
  }
  & li > p {
    ${type.body}
    margin-top: 4px;
    color: var(--muted);
  }
  ${oneColumn} {
    grid-template-columns: minmax(0, 1fr);
    gap: 40px;
    & > div > h2 > span {
      display: inline;
    }
    & > div > p {
      max-width: 512px;
    }
  }
  ${media.phone} {
    gap: 32px;
    & > ul {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** How money, password and sessions are protected, as text without badges. */
export function SecurityPoints() {
  const {
    heading: [first, second],
    lead,
    points,
  } = landingText.security;
  return (
    <Section id="security" aria-labelledby="security-points">
      <Layout>
        <div>
          <h2 id="security-points">
            <span>{first}</span> <span>{second}</span>
          </h2>
          <p>{lead}</p>
        </div>
        <ul>
          {points.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </Layout>
    </Section>
  );
}
