import { join } from "node:path";
import { contentSecurityPolicy } from "../../worker/contract/content-security-policy.ts";

/**
 * Serves one built document at every address that is no file, with the Worker's content security policy and nonce, so that a page can
 * be tested in a browser without the Worker.
 * @param outdir output folder of `buildWeb`
 */
export async function serveDocument(outdir: string, document = "app.html"): Promise<{ url: string; stop(): void }> {
  const nonce = crypto.randomUUID();
  const html = (await Bun.file(join(outdir, document)).text()).replaceAll("<style", `<style nonce="${nonce}"`);
  const policy = contentSecurityPolicy(nonce);
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const file = Bun.file(join(outdir, new URL(request.url).pathname));
      if (await file.exists()) return new Response(file);
      return new Response(html, { headers: { "content-type": "text/html", "content-security-policy": policy } });
    },
  });
  return { url: server.url.origin, stop: () => void server.stop(true) };
}
