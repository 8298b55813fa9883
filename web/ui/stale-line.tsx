import { styled } from "goober";
import { Icon, TriangleAlert } from "./icon.tsx";
import { media, tint, type } from "./theme.ts";

const Line = styled("p")`
  ${type.dense}
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 8px 20px;
  border-bottom: 1px solid var(--line);
  background: ${tint("warn", 8)};
  & > svg {
    color: var(--warn);
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

/** Says above previously loaded content that refreshing it has failed. */
export function StaleLine({ children }: { children: string }) {
  return (
    <Line role="alert">
      <Icon of={TriangleAlert} />
      {children}
    </Line>
  );
}
