import type { ReactElement } from "react";
import { Card } from "./card.tsx";
import { Box, Stack } from "./layout.tsx";
import { AwaitedMoney, type AwaitedName } from "./money.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Stat } from "./stat.tsx";

/** Areas of screens while they load, in their final size. */

/** A figure with its label. */
export function StatArea({ awaited, ...stat }: StatAreaProps) {
  const area = (
    <Box pad="4px 0">
      <Skeleton width={104} height={20} />
    </Box>
  );
  return <Stat figure={awaited ? <AwaitedMoney name={awaited}>{area}</AwaitedMoney> : area} {...stat} />;
}

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
