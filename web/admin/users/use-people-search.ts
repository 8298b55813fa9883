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
    let isOvertaken = false;
    const ask = async () => {
      const answer = await searchPeople(search).catch(() => ({ people: null, hasMore: false }));
      if (!isOvertaken) setFound({ search, ...answer });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [search]);

  return search !== "" && found?.search === search ? found : null;
}
