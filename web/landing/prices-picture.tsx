import { styled } from "goober";
import { FEED_SYMBOLS, WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { media, type } from "../ui/theme.ts";
import { landingText } from "./landing-text.ts";
import { QuoteChange, QuotePrice, QuoteSpark } from "./quote-cells.tsx";

const Frame = styled("div")`
  & table {
    ${type.dense}
    /* The columns keep their widths when prices arrive. */
    table-layout: fixed;
  }
  & th,
  & td {
    height: 44px;
    padding: 0;
    text-align: right;
    white-space: nowrap;
  }
  & thead th {
    ${type.caption}
    height: 36px;
    color: var(--muted);
  }
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & tr > :first-child {
    padding-left: 16px;
    text-align: left;
  }
  & tbody th {
    font-weight: 500;
  }
  & small {
    ${type.caption}
    margin-left: 8px;
    font-weight: 400;
    color: var(--muted);
  }
  & tr > :last-child {
    width: 136px;
    padding-right: 24px;
  }
  & td > svg {
    margin-left: auto;
  }
  & [data-part="price"] {
    display: inline-block;
    min-width: 80px;
    margin-right: -4px;
    padding: 0 4px;
    border-radius: 4px;
  }
  & [data-tone="up"] {
    color: var(--up);
  }
  & [data-tone="down"] {
    color: var(--down);
  }
  ${media.phone} {
    & small,
    & tr > :nth-child(3),
    & tr > :last-child {
      display: none;
    }
    & tr > :first-child {
      padding-left: 12px;
    }
    & tr > :nth-child(4) {
      padding-right: 16px;
    }
  }
`;

/** The watchlist with current prices. */
export function PricesPicture() {
  const { columns } = landingText.features.realTime;
  return (
    <Frame>
      <table>
        <thead>
          <tr>
            {Object.values(columns).map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WATCHLIST_SYMBOLS.map((symbol) => (
            <tr key={symbol} data-quote={symbol}>
              <th scope="row">
                {FEED_SYMBOLS[symbol].name}
                <small>{symbol}</small>
              </th>
              <td>
                <QuotePrice />
              </td>
              <td>
                <QuoteChange part="change" />
              </td>
              <td>
                <QuoteChange part="day" />
              </td>
              <td>
                <QuoteSpark width={72} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}
