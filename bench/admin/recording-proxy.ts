/** A statement as the Worker sent it to the database. */
export type SentStatement = { sql: string; values: readonly (string | number | null)[] };

type WireValue = { type: "null" } | { type: "integer" | "float" | "text"; value: string | number };
type WireStatement = { sql?: string; sql_id?: number; args?: WireValue[] };
type WireRequest = {
  type: string;
  stmt?: WireStatement;
  batch?: { steps: Array<{ stmt: WireStatement }> };
  /** Of `store_sql`: the text that later statements name by its number. */
  sql?: string;
  sql_id?: number;
};

/**
 * Stands between the Worker and its database and keeps what is asked: so every statement of a route is seen as it is,
 * also one that nobody thought of.
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
    /** What came since the last call of this. */
    take(): SentStatement[] {
      const taken = sent;
      sent = [];
      return taken;
    },
    stop: () => server.stop(true),
  };
}

/** Transactions and cleaning up are no questions. */
const IS_QUESTION = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

function statementsIn(body: string): SentStatement[] {
  // The client's own protocol: Hrana over HTTP. A stream is one request here, so its texts are all in it.
  const { requests } = JSON.parse(body) as { requests: WireRequest[] };
  const stored = new Map(requests.map(({ sql_id, sql }) => [sql_id, sql]));
  return requests
    .flatMap(({ stmt, batch }) => [...(stmt ? [stmt] : []), ...(batch?.steps.map((step) => step.stmt) ?? [])])
    .flatMap(({ sql_id, sql = stored.get(sql_id) ?? "", args = [] }) =>
      IS_QUESTION.test(sql) ? [{ sql, values: args.map(boundValue) }] : [],
    );
}

function boundValue(value: WireValue): string | number | null {
  if (value.type === "null") return null;
  return value.type === "text" ? String(value.value) : Number(value.value);
}
