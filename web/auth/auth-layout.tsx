import { styled } from "goober";
import type { ReactNode } from "react";
import { ROUTE } from "../state/routes.ts";
import { Logo } from "../ui/logo.tsx";
import { PageHeading } from "../ui/page-heading.tsx";
import { media, type } from "../ui/theme.ts";
import { WaveLines } from "../ui/wave-lines.tsx";

const Frame = styled("main")`
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  min-height: 100dvh;
  padding: 48px 0;
  & > a {
    border-radius: 4px;
  }
  ${media.phone} {
    align-items: stretch;
    justify-content: flex-start;
    padding: 24px 0 32px;
    & > a {
      align-self: flex-start;
      margin-left: 16px;
    }
  }
`;

/** As wide as the page, so that the river runs behind the card; on phones it runs below the form. */
const Stage = styled("div")`
  position: relative;
  isolation: isolate;
  --river-top: calc(75% - 150px);
  display: flex;
  justify-content: center;
  width: 100%;
  padding: 32px 16px 24px;
  ${media.phone} {
    --river-top: calc(100% - 210px);
    flex: 1;
    padding: 64px 16px 120px;
  }
`;

const Panel = styled("div")`
  width: 100%;
  max-width: 400px;
  padding: 32px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    max-width: none;
    padding: 0;
    background: none;
    border: 0;
  }
`;

const Top = styled("div")`
  margin-bottom: 20px;
  & > h1 {
    ${type.section}
    outline: none;
  }
  & > p {
    ${type.body}
    margin-top: 4px;
    color: var(--muted);
    & > b {
      display: block;
      color: var(--text);
      font-weight: 500;
      overflow-wrap: anywhere;
    }
  }
  ${media.phone} {
    margin-bottom: 28px;
    & > h1 {
      ${type.figure}
    }
    & > p {
      ${type.lead}
    }
  }
`;

const Other = styled("p")`
  ${type.body}
  color: var(--muted);
  padding: 0 16px;
  text-align: center;
`;

/** The form of a sign-in page: fields and button in one column. */
export const AuthForm = styled("form")`
  display: flex;
  flex-direction: column;
  gap: 16px;
  & > button[type="submit"] {
    margin-top: 8px;
  }
`;

type AuthLayoutProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** A link to the alternative page, below the card. */
  other?: ReactNode;
};

/**
 * The layout of pages for visitors who are not signed in: brand, one card, an alternative link and the river as the
 * background. On phones there is no card.
 */
export function AuthLayout({ title, lead, children, other }: AuthLayoutProps) {
  return (
    <Frame>
      <a href={ROUTE.landing}>
        <Logo height={28} />
      </a>
      <Stage>
        <WaveLines top="var(--river-top)" />
        <Panel>
          <Top>
            <PageHeading title={title} />
            {lead && <p>{lead}</p>}
          </Top>
          {children}
        </Panel>
      </Stage>
      {other && <Other>{other}</Other>}
    </Frame>
  );
}
