import { styled } from "goober";
import type { ReactNode } from "react";
import { media, type } from "../ui/theme.ts";

const Frame = styled("section")`
  display: grid;
  grid-template-columns: 200px minmax(0, 1fr);
  gap: 16px 48px;
  padding: 48px 0;
  border-top: 1px solid var(--line);
  & > header > h2 {
    ${type.section}
  }
  & > header > p {
    ${type.dense}
    margin-top: 4px;
    color: var(--muted);
  }
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    padding: 32px 0;
  }
`;

const Cases = styled("div")`
  display: grid;
  gap: 32px;
  min-width: 0;
`;

const CaseFrame = styled("div")`
  min-width: 0;
  & > p {
    ${type.caption}
    margin-bottom: 10px;
    color: var(--muted);
  }
`;

/** Elements side by side, wrapping. */
export const Row = styled("div")`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`;

/** Elements in equal columns, wrapping. */
export const Columns = styled("div")`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
  align-items: start;
  gap: 16px;
`;

/** One chapter of the page. */
export function Chapter({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Frame>
      <header>
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      <Cases>{children}</Cases>
    </Frame>
  );
}

/** One component in one or several states. */
export function Case({ name, children }: { name: string; children: ReactNode }) {
  return (
    <CaseFrame>
      <p>{name}</p>
      {children}
    </CaseFrame>
  );
}
