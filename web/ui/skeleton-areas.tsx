import { styled } from "goober";
import type { ReactElement } from "react";
import { Card } from "./card.tsx";
import { Figure } from "./figure.ts";
import { Stack } from "./layout.tsx";
import { AwaitedMoney, type AwaitedName } from "./money.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Stat } from "./stat.tsx";

/** Areas of screens while they load, in their final size. */

/** As high as a line of its text, which is higher in Khmer. */
const Line = styled("div")`
  display: flex;
  align-items: center;
  &::before {
    content: "\\200b";
  }
`;

/** A figure with its label. */
export function StatArea({ awaited, ...stat }: StatAreaProps) {
  const area = (
    <Line>
      <Skeleton width={104} height={20} />
    </Line>
  );
  return <Stat figure={awaited ? <AwaitedMoney name={awaited}>{area}</AwaitedMoney> : area} {...stat} />;
}

/** A large figure. `early-balance.ts` writes it into the document, before React runs. */
export function FigureArea({ name, size }: { name: AwaitedName; size: keyof typeof FIGURE_AREA }) {
  const { width, height } = FIGURE_AREA[size];
  return (
    <Figure className="num" data-size={size}>
      <AwaitedMoney name={name}>
        <Line>
          <Skeleton width={width} height={height} />
        </Line>
      </AwaitedMoney>
    </Figure>
  );
}

/** Sizes in px. */
const FIGURE_AREA = {
  hero: { width: 224, height: 40 },
  page: { width: 120, height: 24 },
} as const;

type StatAreaProps = { label: string; badge?: ReactElement; isShortOnPhone?: boolean; awaited?: AwaitedName };

/** The title and the first rows of a list. */
export function ListArea({ title, rows, minHeight }: { title?: string; rows: number; minHeight: number }) {
  return (
    <Card minHeight={minHeight}>
      <Stack gap={24}>
        {title ? <b>{title}</b> : <Skeleton width={144} height={16} />}
        {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
          <Skeleton key={key} width="100%" height={14} />
        ))}
      </Stack>
    </Card>
  );
}
