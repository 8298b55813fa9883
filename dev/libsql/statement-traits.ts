import { SqlError } from "./sql-error.ts";
import { type SqlStatement, type SqlToken, wordAt } from "./sql-tokens.ts";

/** Properties of a statement that the server needs and the engine's binding does not report. */
export interface StatementTraits {
  /** The statement writes, or begins a transaction that will: it needs the write lock. */
  takesWriteLock: boolean;
  /** INSERT, UPDATE or DELETE: SQLite's count of changes belongs to this statement. */
  changesRows: boolean;
  insertsRows: boolean;
  changesSchema: boolean;
  isExplain: boolean;
  /** A PRAGMA with an argument: it changes the connection. */
  configuresConnection: boolean;
}

const ROW_VERBS = new Set(["INSERT", "REPLACE", "UPDATE", "DELETE"]);
const SCHEMA_VERBS = new Set(["CREATE", "DROP", "ALTER", "REINDEX"]);
const REFUSED_VERBS = new Set(["ATTACH", "DETACH", "VACUUM", "ANALYZE"]);

/** Pragmas that the hosted service allows with and without an argument. */
const PRAGMAS = new Set(
  `table_list index_list table_info table_xinfo index_info index_xinfo pragma_list compile_options database_list
  function_list module_list encoding defer_foreign_keys foreign_keys foreign_key_list foreign_key_check collation_list
  data_version freelist_count integrity_check legacy_file_format page_count quick_check stats user_version`.split(
    /\s+/,
  ),
);
/** Pragmas that may be read but not set: the service manages journal, cache and locks itself. */
const READ_ONLY_PRAGMAS = new Set(
  `schema_version analysis_limit application_id auto_vacuum automatic_index busy_timeout cache_size cache_spill
  cell_size_check checkpoint_fullfsync fullfsync hard_heap_limit journal_mode journal_size_limit legacy_alter_table
  locking_mode max_page_count mmap_size page_size query_only read_uncommitted recursive_triggers
  reverse_unordered_selects secure_delete soft_heap_limit synchronous temp_store threads trusted_schema
  wal_autocheckpoint`.split(/\s+/),
);

/**
 * Determines a statement's properties. Refuses what the hosted service refuses: ATTACH, VACUUM, ANALYZE, temporary
 * tables, unknown pragmas, and setting the pragmas that the service manages.
 *
 * @throws SqlError `SQL_PARSE_ERROR`, as the service responds
 * Source: libsql-server, src/query_analysis.rs
 */
export function readTraits({ sql, tokens }: SqlStatement): StatementTraits {
  const isExplain = wordAt(tokens, 0) === "EXPLAIN";
  const verb = isExplain ? "EXPLAIN" : mainVerb(tokens);
  const pragma = verb === "PRAGMA" ? readPragma(tokens) : null;
  if (REFUSED_VERBS.has(verb) || (verb === "CREATE" && isTemporary(tokens)) || (pragma && !isAllowed(pragma))) {
    throw new SqlError("SQL_PARSE_ERROR", `SQL string could not be parsed: unsupported statement: ${sql}`);
  }
  return {
    takesWriteLock:
      ROW_VERBS.has(verb) ||
      SCHEMA_VERBS.has(verb) ||
      (verb === "BEGIN" && ["IMMEDIATE", "EXCLUSIVE"].includes(wordAt(tokens, 1) ?? "")) ||
      (pragma?.name === "user_version" && pragma.hasArgument),
    changesRows: ROW_VERBS.has(verb),
    insertsRows: verb === "INSERT" || verb === "REPLACE",
    changesSchema: SCHEMA_VERBS.has(verb),
    isExplain,
    configuresConnection: pragma?.hasArgument ?? false,
  };
}

/** The first word or, after a WITH clause, the verb after its parentheses. */
function mainVerb(tokens: SqlToken[]): string {
  const first = wordAt(tokens, 0) ?? "";
  if (first !== "WITH") return first;
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    const word = depth === 0 ? wordAt(tokens, index) : null;
    if (word && (word === "SELECT" || word === "VALUES" || ROW_VERBS.has(word))) return word;
  }
  return first;
}

function isTemporary(tokens: SqlToken[]): boolean {
  const next = wordAt(tokens, 1);
  if (next === "TEMP" || next === "TEMPORARY") return true;
  // CREATE TABLE temp.name and similar
  return tokens.slice(0, 8).some(({ text }, index) => text === "." && wordAt(tokens, index - 1) === "TEMP");
}

interface Pragma {
  name: string;
  hasArgument: boolean;
}

/** `PRAGMA [schema.]name [= value | (value)]` */
function readPragma(tokens: SqlToken[]): Pragma {
  const nameAt = tokens[2]?.text === "." ? 3 : 1;
  return { name: tokens[nameAt]?.text.toLowerCase() ?? "", hasArgument: tokens.length > nameAt + 1 };
}

function isAllowed({ name, hasArgument }: Pragma): boolean {
  return PRAGMAS.has(name) || (READ_ONLY_PRAGMAS.has(name) && !hasArgument);
}
