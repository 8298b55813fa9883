/** One page of a list, and the cursor of the next; null on the last. */
type Page<Item> = { items: readonly Item[]; nextCursor: string | null };

/** Fetches all pages of a list, for screens that sum or count all items. */
export async function allPages<Item>(
  fetchPage: (at: { cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let at: { cursor?: string } | null = {}; at; ) {
    const page: Page<Item> = await fetchPage(at);
    items.push(...page.items);
    at = page.nextCursor ? { cursor: page.nextCursor } : null;
  }
  return items;
}
