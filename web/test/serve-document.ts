import { join } from "node:path";

/**
 * Serves one built document at every address, with the Worker's content security policy and nonce, so that a page can
 * be tested in a browser without the Worker.
 * @param outdir output folder of `buildWeb`
 */
export async function serveDocument(outdir: string, document = "app.html"): Promise<{ url: string; stop(): void }> {
  const nonce = crypto.randomUUID();
  const html = (await Bun.file(join(outdir, document)).text()).replaceAll("<style", `<style nonce="${nonce}"`);
  const policy =
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'";
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/assets/")) return new Response(Bun.file(join(outdir, pathname)));
      return new Response(html, { headers: { "content-type": "text/html", "content-security-policy": policy } });
    },
  });
  return { url: server.url.origin, stop: () => void server.stop(true) };
}
