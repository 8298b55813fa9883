import { styled } from "goober";
import { formatAge } from "./format.ts";
import { Icon, TriangleAlert } from "./icon.tsx";
import { media, tint, type } from "./theme.ts";
import { uiText } from "./ui-text.ts";
import { useMinute } from "./use-now.ts";

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
  & > small {
    margin-left: auto;
    color: var(--muted);
    white-space: nowrap;
  }
  ${media.phone} {
    padding: 8px 16px;
  }
`;

type StaleLineProps = {
  children: string;
  /** When the content arrived, epoch ms, which says how old it is; omitted where its own times do. */
  atMs?: number | undefined;
};

/** Says above previously loaded content that refreshing it has failed. */
export function StaleLine({ children, atMs }: StaleLineProps) {
  const nowMs = useMinute();
  return (
    <Line>
      <Icon of={TriangleAlert} />
      <span role="alert">{children}</span>
      {/* Outside of the announcement, which would be repeated each minute. */}
      {atMs !== undefined && <small>{uiText.oldBy(formatAge(nowMs - atMs))}</small>}
    </Line>
  );
}
