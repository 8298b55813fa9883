/** Removes the query from the address, including `?redirect=`: nothing at / reads it. The fragment stays. */
export function stripQuery(): void {
  if (location.search === "") return;
  history.replaceState(history.state, "", location.pathname + location.hash);
}
