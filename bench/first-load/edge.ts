import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readLines } from "../../dev/read-lines.ts";

const REPOSITORY = join(import.meta.dir, "../..");

/** A local stand-in for the platform's edge; see `edge-process.ts`. */
export type Edge = { origin: string; stop(): Promise<void> };

/**
 * Starts it in front of a Worker. The certificate is made for this run, and no browser trusts it.
 * @throws Error when openssl is missing or the port is taken
 */
export async function startEdge({ port, workerPort }: { port: number; workerPort: number }): Promise<Edge> {
  const argument = JSON.stringify({ port, workerPort, ...makeCertificate() });
  const child = Bun.spawn(
    [join(REPOSITORY, "node_modules/.bin/node"), join(import.meta.dir, "edge-process.ts"), argument],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  const isUp = new Promise<boolean>((resolve) => {
    void readLines(child.stdout, (line) => resolve(line === "ready"));
    void child.exited.then(() => resolve(false));
  });
  if (!(await isUp)) throw new Error(`the edge did not come up on port ${port}`);
  return { origin: `https://localhost:${port}`, stop };
}

function makeCertificate(): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), "edge-"));
  const [key, cert] = [join(dir, "key.pem"), join(dir, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const kind = ["-x509", "-nodes", "-days", "1", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  try {
    const { exitCode, stderr } = Bun.spawnSync(["openssl", "req", ...kind, ...subject, "-keyout", key, "-out", cert]);
    if (exitCode !== 0) throw new Error(`no certificate: ${stderr}`);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
