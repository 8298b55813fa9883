import { styled } from "goober";
import { media, type } from "../../ui/theme.ts";
import { IMPORT_TEXT } from "./import-text.ts";
import { CSV_COLUMNS } from "./parse-csv.ts";

const Frame = styled("div")`
  display: grid;
  gap: 16px;
  max-width: 640px;
  padding: 20px;
  & > h2 {
    ${type.section}
  }
  ${media.phone} {
    padding: 16px;
  }
`;

const Terms = styled("dl")`
  ${type.body}
  & > div {
    display: grid;
    grid-template-columns: 120px minmax(0, 1fr);
    gap: 4px 16px;
    padding: 12px 0;
    border-top: 1px solid var(--line);
  }
  & dt {
    font-weight: 500;
  }
  & dd {
    color: var(--muted);
    text-wrap: pretty;
  }
  & code {
    ${type.dense}
    font-family: inherit;
    color: var(--text);
    white-space: nowrap;
  }
  ${media.phone} {
    & > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

const text = IMPORT_TEXT.guide;

/** The accepted file formats, shown while no import is open. */
export function ImportGuide() {
  const columns = Object.values(CSV_COLUMNS);
  return (
    <Frame>
      <h2>{text.title}</h2>
      <Terms>
        <div>
          <dt>{text.mt5}</dt>
          <dd>{text.mt5Detail}</dd>
        </div>
        <div>
          <dt>{text.csv}</dt>
          <dd>{text.csvDetail}</dd>
        </div>
        <div>
          <dt>{text.csvColumns}</dt>
          <dd>
            {columns.map((name, index) => (
              <span key={name}>
                <code>{name}</code>
                {index < columns.length - 1 && ", "}
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{text.limits}</dt>
          <dd>{text.limitsDetail}</dd>
        </div>
      </Terms>
    </Frame>
  );
}
