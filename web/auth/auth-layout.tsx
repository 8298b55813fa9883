import { styled } from "goober";
import type { ReactNode } from "react";
import { ROUTE } from "../routes.ts";
import { PageHeading } from "../shell/page-heading.tsx";
import { Logo } from "../ui/logo.tsx";
import { River } from "../ui/river.tsx";
import { media, type } from "../ui/theme.ts";

const Frame = styled("main")`
  position: relative;
  isolation: isolate;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  min-height: 100dvh;
  padding: 48px 16px;
  overflow: hidden;
  & > a {
    border-radius: 4px;
  }
  ${media.phone} {
    align-items: stretch;
    justify-content: flex-start;
    padding: 24px 16px 32px;
    & > a {
      align-self: flex-start;
    }
  }
`;

const Panel = styled("div")`
  width: 100%;
  max-width: 400px;
  margin: 32px 0 24px;
  padding: 32px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    max-width: none;
    margin: 48px 0 32px;
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
  text-align: center;
  ${media.phone} {
    margin-top: auto;
  }
`;

/** The form of a sign-in page: its fields and its button under one another. */
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
  /** The other way in, below the card. */
  other?: ReactNode;
};

/** A page for whoever is not signed in: the brand, one card, the other way in, and the river behind. No card on phones. */
export function AuthLayout({ title, lead, children, other }: AuthLayoutProps) {
  return (
    <Frame>
      <River top="calc(66% - 90px)" />
      <a href={ROUTE.landing}>
        <Logo height={28} />
      </a>
      <Panel>
        <Top>
          <PageHeading title={title} />
          {lead && <p>{lead}</p>}
        </Top>
        {children}
      </Panel>
      {other && <Other>{other}</Other>}
    </Frame>
  );
}
