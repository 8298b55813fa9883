/** Takes the query off the address, a `?redirect=` among it: nothing at / reads one. The fragment stays. */
export function stripQuery(): void {
  if (location.search === "") return;
  history.replaceState(history.state, "", location.pathname + location.hash);
}
