import { join } from "node:path";
import { contentSecurityPolicy } from "../../worker/contract/content-security-policy.ts";

/**
 * Serves one built document at every address that is no file, with the Worker's content security policy and nonce, so that a page can
 * be tested in a browser without the Worker.
 * @param outdir output folder of `buildWeb`
 */
export async function serveDocument(outdir: string, document = "app.html"): Promise<{ url: string; stop(): void }> {
  const nonce = crypto.randomUUID();
  const policy = contentSecurityPolicy(nonce);
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const file = Bun.file(join(outdir, pathname));
      if (await file.exists()) return new Response(file);
      if (pathname.startsWith("/assets/")) return new Response(null, { status: 404 });
      const html = (await Bun.file(join(outdir, document)).text()).replaceAll("<style", `<style nonce="${nonce}"`);
      return new Response(html, { headers: { "content-type": "text/html", "content-security-policy": policy } });
    },
  });
  return { url: server.url.origin, stop: () => void server.stop(true) };
}
