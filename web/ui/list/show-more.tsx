import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Row } from "../layout.tsx";
import { uiText } from "../ui-text.ts";

type MoreProps = { isLoading?: boolean; onMore: () => void; children: ReactNode };

/** The foot of a list that has more rows: one button that shows them. */
export function ShowMore({ isLoading = false, onMore, children }: MoreProps) {
  return (
    <Row justify="center" pad={12} line="top">
      <Button variant="plain" isLoading={isLoading} onClick={onMore}>
        {children}
      </Button>
    </Row>
  );
}

type PagedProps<Item> = { items: readonly Item[]; pageRows: number; children: (shown: readonly Item[]) => ReactNode };

/** The first page of a list that is loaded as a whole, and a button that shows the next one below it. */
export function Paged<Item>({ items, pageRows, children }: PagedProps<Item>) {
  const [count, setCount] = useState(pageRows);
  const hidden = Math.max(0, items.length - count);
  return (
    <>
      {children(items.slice(0, count))}
      {hidden > 0 && (
        <ShowMore onMore={() => setCount(count + pageRows)}>{uiText.showMore(Math.min(hidden, pageRows))}</ShowMore>
      )}
    </>
  );
}
