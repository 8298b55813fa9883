import { styled } from "goober";
import type { ReactNode } from "react";
import type { PublicPath } from "../../worker/contract/addresses.ts";
import { media, type } from "../ui/theme.ts";
import { headingType } from "./heading-type.ts";
import { Column, TwoColumns } from "./page-layout.tsx";
import type { Paragraph, TextPage, TextTable } from "./pages-text.ts";
import { SiteFrame } from "./site-frame.tsx";

const Layout = styled(Column)`
  padding: 72px 0 128px;
  & h1 {
    ${headingType.headline}
    font-weight: 600;
  }
  & section {
    ${type.lead}
    max-width: 640px;
    padding: 24px 0;
    border-top: 1px solid var(--line);
  }
  & section h2 {
    ${type.lead}
    margin-bottom: 8px;
  }
  & section p {
    color: var(--muted);
  }
  & section p + p {
    margin-top: 12px;
  }
  & section table {
    ${type.body}
    width: 100%;
    margin-top: 12px;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  & section th,
  & section td {
    padding: 8px 0 8px 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    font-weight: 400;
    vertical-align: bottom;
  }
  & section th {
    color: var(--muted);
  }
  & section tr > :first-child {
    padding-left: 0;
    text-align: left;
  }
  & section tbody th {
    color: var(--text);
  }
  & section a {
    color: var(--text);
    text-decoration: underline;
    text-decoration-color: var(--control);
    text-underline-offset: 4px;
  }
  & section a:hover {
    text-decoration-color: currentColor;
  }
  ${media.narrow} {
    padding: 40px 0 88px;
  }
`;

type TextPageProps = {
  path: PublicPath;
  page: TextPage;
  /** Sections before those of the text. */
  children?: ReactNode;
};

/** A text page: the title on the left, the text in the page's second column. */
export function TextPageView({ path, page: { title, lead, sections }, children }: TextPageProps) {
  return (
    <SiteFrame path={path}>
      <Layout>
        <TwoColumns>
          <div>
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
          <div>
            {children}
            {sections.map(({ heading, paragraphs, table }) => (
              <section key={heading}>
                <h2>{heading}</h2>
                {paragraphs.map((paragraph) => (
                  <p key={plain(paragraph)}>{paragraph.map(text)}</p>
                ))}
                {table && <Table {...table} />}
              </section>
            ))}
          </div>
        </TwoColumns>
      </Layout>
    </SiteFrame>
  );
}

function Table({ head, rows }: TextTable) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, column) => (
              <td key={head[column + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function text(part: Paragraph[number]) {
  if (typeof part === "string") return part;
  return (
    <a key={part.href} href={part.href}>
      {part.text}
    </a>
  );
}

function plain(paragraph: Paragraph): string {
  return paragraph.map((part) => (typeof part === "string" ? part : part.text)).join("");
}
