import { useEffect, useState } from "react";
import { searchPeople } from "./user-calls.ts";
import type { ListedUser } from "./user-types.ts";

/** Result of a search; `people` is null if it failed. */
export type FoundPeople = { search: string; people: ListedUser[] | null; hasMore: boolean };

/** Delay between the last key and the search. */
const PAUSE_MS = 180;

/**
 * Searches for people while the text changes. @returns the result for exactly this text; null for no text and while
 * loading
 */
export function usePeopleSearch(typed: string): FoundPeople | null {
  const search = typed.trim();
  const [found, setFound] = useState<FoundPeople | null>(null);

  useEffect(() => {
    if (search === "") return;
    let isStale = false;
    const runSearch = async () => {
      const answer = await searchPeople(search).catch(() => ({ people: null, hasMore: false }));
      if (!isStale) setFound({ search, ...answer });
    };
    const timer = setTimeout(() => void runSearch(), PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [search]);

  return search !== "" && found?.search === search ? found : null;
}
