import { useEffect, useState } from "react";
import { searchPeople } from "./user-calls.ts";
import type { ListedUser } from "./user-types.ts";

/** What a search has found so far; `people` is null where it got no answer. */
export type FoundPeople = { search: string; people: ListedUser[] | null; hasMore: boolean };

/** Whoever types is let finish a word. */
const PAUSE_MS = 180;

/** Looks for people as something is typed. @returns what was found for just this; null for nothing, and on the way */
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
