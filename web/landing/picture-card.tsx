import { styled } from "goober";
import { media, type } from "../ui/theme.ts";

/** A drawn card of the product: its controls are pictures and not interactive. */
export const PictureCard = styled("div")`
  ${type.dense}
  display: flex;
  flex-direction: column;
  padding: 20px;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  ${media.phone} {
    padding: 16px;
  }
`;

const Facts = styled("div")`
  & > p {
    display: flex;
    justify-content: space-between;
    padding: 10px 0;
    border-top: 1px solid var(--line);
    color: var(--muted);
  }
  & b {
    font-weight: 500;
    color: var(--text);
  }
`;

/** Rows of a name and its value. */
export function PictureFacts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Facts className="num">
      {facts.map(([name, value]) => (
        <p key={name}>
          {name} <b>{value}</b>
        </p>
      ))}
    </Facts>
  );
}
