import { styled } from "goober";
import { media, type } from "../ui/theme.ts";
import { liveText } from "./live-text.ts";

const Positions = styled("table")`
  ${type.dense}
  border-top: 1px solid var(--line);
  & th,
  & td {
    height: 34px;
    padding: 0 0 0 8px;
    text-align: right;
    white-space: nowrap;
  }
  & th {
    ${type.caption}
    height: 32px;
    color: var(--muted);
  }
  & tr + tr,
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & tr > :first-child {
    padding-left: 16px;
    text-align: left;
  }
  & tr > :last-child {
    padding-right: 16px;
  }
  & td[colspan] {
    height: 68px;
    color: var(--muted);
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.phone} {
    display: none;
  }
`;

/** The demo positions opened on this page. */
export function MiniPositions() {
  const { positions, noPositions } = liveText.terminal;
  return (
    <Positions>
      <thead>
        <tr>
          {Object.values(positions).map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="num" data-positions="">
        <tr>
          <td colSpan={5}>{noPositions}</td>
        </tr>
      </tbody>
    </Positions>
  );
}
