/** The scripts that a document loads: at once, and after the first figures are shown. Paths in the output folder. */
export function preloadedScripts(html: string): string[] {
  const [, next = ""] = /data-next="([^"]*)"/.exec(html) ?? [];
  const links = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = ""]) => path);
  return [...links, ...next.split(" ")].flatMap((path) => (path.startsWith("/assets/") ? path.slice(1) : []));
}
