import { styled } from "goober";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { Column, Section, SectionHeading, TwoColumns } from "./page-layout.tsx";

const Points = styled("ul")`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0 32px;
  & > li {
    ${type.body}
    padding: 20px 0 24px;
    border-top: 1px solid var(--line);
  }
  & h3 {
    font-weight: 500;
  }
  & p {
    margin-top: 4px;
    color: var(--muted);
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** How money, password and sessions are protected, as text without badges. */
export function SecurityPoints() {
  const { heading, lead, points } = landingText.security;
  return (
    <Section id="security" aria-labelledby="security-points">
      <Column>
        <TwoColumns>
          <div>
            <SectionHeading id="security-points" heading={heading} />
            <p>{lead}</p>
          </div>
          <Points>
            {points.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </Points>
        </TwoColumns>
      </Column>
    </Section>
  );
}
