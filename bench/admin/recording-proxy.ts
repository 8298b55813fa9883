/** A statement as the Worker sent it to the database. */
export type SentStatement = { sql: string; values: readonly (string | number | null)[] };

type WireValue = { type: "null" } | { type: "integer" | "float" | "text"; value: string | number };
type WireStatement = { sql?: string; sql_id?: number; args?: WireValue[] };
type WireRequest = {
  type: string;
  stmt?: WireStatement;
  batch?: { steps: Array<{ stmt: WireStatement }> };
  /** For `store_sql`: the text that later statements refer to by its number. */
  sql?: string;
  sql_id?: number;
};

/**
 * Starts a proxy between the Worker and its database that records all statements. So each route is measured with the
 * statements that it really sends.
 */
export function startRecordingProxy({ port, databaseUrl }: { port: number; databaseUrl: string }) {
  let sent: SentStatement[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 255,
    async fetch(request) {
      const body = await request.text();
      if (request.method === "POST") sent.push(...statementsIn(body));
      const { pathname } = new URL(request.url);
      return fetch(databaseUrl + pathname, {
        method: request.method,
        headers: request.headers,
        ...(request.method === "POST" ? { body } : {}),
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** The statements since the last call of this. */
    take(): SentStatement[] {
      const taken = sent;
      sent = [];
      return taken;
    },
    stop: () => server.stop(true),
  };
}

/** Transaction control and other statements are not recorded. */
const IS_QUERY_OR_WRITE = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

function statementsIn(body: string): SentStatement[] {
  // The client's protocol is Hrana over HTTP. Each stream is one request here, so the request contains all its texts.
  const { requests } = JSON.parse(body) as { requests: WireRequest[] };
  const stored = new Map(requests.map(({ sql_id, sql }) => [sql_id, sql]));
  return requests
    .flatMap(({ stmt, batch }) => [...(stmt ? [stmt] : []), ...(batch?.steps.map((step) => step.stmt) ?? [])])
    .flatMap(({ sql_id, sql = stored.get(sql_id) ?? "", args = [] }) =>
      IS_QUERY_OR_WRITE.test(sql) ? [{ sql, values: args.map(boundValue) }] : [],
    );
}

function boundValue(value: WireValue): string | number | null {
  if (value.type === "null") return null;
  return value.type === "text" ? String(value.value) : Number(value.value);
}
