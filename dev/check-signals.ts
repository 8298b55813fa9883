import { join } from "node:path";
import { type FunctionLikeDeclaration, type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isJsxAttribute,
  isJsxElement,
  isJsxExpression,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { API, type Checker, type Symbol as Name, SymbolFlags } from "typescript/unstable/async";

/**
 * Refuses a component that reads a signal while it renders, itself or through functions that it calls, and has not
 * called `useSignals()` before: it would go on showing the value of that render.
 *
 * A function reads what its body reads, callbacks that run at once (`map`, `useMemo`) and the functions that it calls;
 * not what runs later: event handlers, effects, computed signals, anything asynchronous. A hook that calls
 * `useSignals()` tracks for its component too. Not seen is a call of a function that the type of its name does not lead
 * to, such as a callback among the props.
 */
const ROOT = join(import.meta.dir, "..");

/** Callees whose callbacks run after the render, or are tracked by themselves. */
const LATER =
  /^(?:use(?:\w*Effect|Callback|Query|Pages|Submit|SyncExternalStore|ImperativeHandle)|effect|computed|stableComputed|untracked|set(?:Timeout|Interval)|request(?:AnimationFrame|IdleCallback)|queueMicrotask|then|catch|finally|addEventListener|subscribe|startTransition|on[A-Z]\w*|memo|forwardRef)$/;
/** The page renders again when this one changes: only a `memo` component, and what it renders, has to track it. */
const OF_THE_PAGE = "areSumsHidden";

type Reference = {
  name: Node;
  as: "access" | "call" | "element";
  meaning?: Meaning;
};

/** The value of a signal, the hook that tracks reads, or a function of the project. */
type Meaning = "value" | "useSignals" | Code | undefined;

/** A function with its references in the order of its text. */
type Code = { name: string; node: FunctionLikeDeclaration; file: SourceFile; references: Reference[] };

export type StaleRead = { path: string; line: number; component: string; read: string };

/** @param config the tsconfig.json whose project is checked, without its tests */
export async function staleReads(config: string): Promise<StaleRead[]> {
  const root = join(config, "..");
  const api = new API({ cwd: root });
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [config] });
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`no project: ${config}`);
    const paths = (await project.program.getSourceFileNames()).filter(
      (path) => path.startsWith(`${root}/`) && !/\/node_modules\/|\.test\.tsx?$|\/web\/(?:test|journeys)\//.test(path),
    );
    const files = await Promise.all(paths.map((path) => project.program.getSourceFile(path)));
    const code = readCode(files.filter((file) => file !== undefined));
    await resolve(code, project.checker);
    const ofPage = untrackedReads(code, true);
    const others = untrackedReads(code, false);
    return code.flatMap((one) => {
      const read = isComponent(one) ? (others.get(one) ?? (isMemo(one) ? ofPage.get(one) : undefined)) : undefined;
      if (read === undefined) return [];
      const line = one.file.text.slice(0, one.node.getStart()).split("\n").length;
      return { path: one.file.fileName.slice(root.length + 1), line, component: one.name, read };
    });
  } finally {
    await api.close();
  }
}

const isFunction = (node: Node) =>
  isFunctionDeclaration(node) ||
  isArrowFunction(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node) ||
  isGetAccessorDeclaration(node);

/** A component, or a function among the attributes or children of an element, which another component calls. */
function isComponent({ name, node, file }: Code): boolean {
  const holder = holderOf(node);
  const isOfElement = isJsxAttribute(holder) ? !/^(?:on[A-Z]|ref$)/.test(name) : isJsxElement(holder);
  return isOfElement || (/^[A-Z][a-z]/.test(name) && file.fileName.endsWith(".tsx"));
}

const isMemo = ({ node }: Code) => textOf(calleeOf(node.parent)) === "memo";

const isAsync = ({ node }: Code) => node.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword);

const textOf = (node: Node | undefined) => (node && "text" in node ? String(node.text) : "");

/** The identifier of what is called. */
function calleeOf(call: Node): Node | undefined {
  if (!isCallExpression(call)) return undefined;
  const { expression } = call;
  if (isPropertyAccessExpression(expression)) return expression.name;
  return isIdentifier(expression) ? expression : undefined;
}

/** The places that can hold a function: a variable, a property, an attribute, an element. */
function holderOf(node: Node): Node {
  let holder = node.parent;
  while (isCallExpression(holder) || isJsxExpression(holder)) holder = holder.parent;
  return holder;
}

function nameOf(node: FunctionLikeDeclaration): string {
  if ("name" in node && node.name) return textOf(node.name);
  const holder = holderOf(node);
  return isVariableDeclaration(holder) || isPropertyAssignment(holder) || isJsxAttribute(holder)
    ? textOf(holder.name)
    : "";
}

/** The functions of files. A callback that runs at once is a part of the function around it. */
function readCode(files: readonly SourceFile[]): Code[] {
  const all: Code[] = [];
  const visit = (node: Node, around: Code | null, file: SourceFile) => {
    let code = around;
    const runsAtOnce = () => isCallExpression(node.parent) && !LATER.test(textOf(calleeOf(node.parent)));
    if (isFunction(node) && !(around && runsAtOnce())) {
      code = { name: nameOf(node), node, file, references: [] };
      all.push(code);
    }
    code?.references.push(...referencesOf(node));
    node.forEachChild((child) => visit(child, code, file));
  };
  for (const file of files) visit(file, null, file);
  return all;
}

function referencesOf(node: Node): Reference[] {
  if (isPropertyAccessExpression(node)) {
    const { parent } = node;
    const isWritten =
      isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === SyntaxKind.EqualsToken;
    return isWritten ? [] : [{ name: node.name, as: "access" }];
  }
  if (isJsxOpeningElement(node) || isJsxSelfClosingElement(node)) return [{ name: node.tagName, as: "element" }];
  if (!isCallExpression(node)) return [];
  const callee = calleeOf(node);
  const callbacks = LATER.test(textOf(callee)) ? [] : node.arguments.filter(isIdentifier);
  return [...(callee ? [callee] : []), ...callbacks].map((name) => ({ name, as: "call" }));
}

/** Finds the function that each reference leads to, and which ones read a signal. */
async function resolve(code: readonly Code[], checker: Checker): Promise<void> {
  const byNode = new Map<Node, Code>();
  for (const one of code) {
    const holder = holderOf(one.node);
    byNode.set(one.node, one);
    if (isVariableDeclaration(holder) || isPropertyAssignment(holder)) byNode.set(holder, one);
  }
  const getters = new Set(code.filter(({ node }) => isGetAccessorDeclaration(node)).map(({ name }) => name));
  const names = new Set(["useSignals", ...code.map(({ name }) => name)]);
  const references = code
    .flatMap((one) => one.references)
    .filter(({ name, as }) => {
      const text = textOf(name);
      return as === "access" ? text === "value" || getters.has(text) : names.has(text);
    });
  const found = await checker.getSymbolAtLocation(references.map(({ name }) => name));
  const meanings = new Map([...new Set(found)].map((symbol) => [symbol, symbol && meaningOf(symbol, checker, byNode)]));
  for (const [index, reference] of references.entries()) reference.meaning = await meanings.get(found[index]);
}

async function meaningOf(symbol: Name, checker: Checker, byNode: ReadonlyMap<Node, Code>): Promise<Meaning> {
  const original = symbol.flags & SymbolFlags.Alias ? await checker.getAliasedSymbol(symbol) : symbol;
  const { name, declarations } = original;
  if (declarations.some(({ path }) => path.includes("/@preact/signals-")))
    return name === "value" || name === "useSignals" ? name : undefined;
  for (const declaration of declarations) {
    if (/\/node_modules\/|^bundled:/.test(declaration.path)) continue;
    const node = await declaration.resolve();
    const code = node && byNode.get(node);
    if (code) return code;
  }
  return undefined;
}

/**
 * For each function the first read that its own call of `useSignals`, or that of a hook, does not track.
 * @param isOfPage whether {@link OF_THE_PAGE} counts, which elements pass on to what renders them; else all others
 */
function untrackedReads(code: readonly Code[], isOfPage: boolean): ReadonlyMap<Code, string> {
  const tracking = trackingCode(code);
  const reads = new Map<Code, string>();
  const readOf = ({ name, as, meaning }: Reference): string | undefined => {
    if (meaning === "value") return (signalOf(name) === OF_THE_PAGE) === isOfPage ? signalOf(name) : undefined;
    if (typeof meaning !== "object" || !reads.has(meaning)) return undefined;
    const isPassedOn = as !== "element" || (isOfPage && !isMemo(meaning));
    return isPassedOn ? `${meaning.name}(), ${reads.get(meaning)}` : undefined;
  };
  /** Whether it adds to what is known. */
  const learns = (one: Code): boolean => {
    if (reads.has(one) || isAsync(one)) return false;
    for (const reference of one.references) {
      const read = readOf(reference);
      if (read !== undefined) return Boolean(reads.set(one, read));
      if (tracks(reference, tracking)) return false;
    }
    return false;
  };
  while (code.filter(learns).length > 0);
  return reads;
}

/** The functions that call `useSignals`, or a hook that does. */
function trackingCode(code: readonly Code[]): ReadonlySet<Code> {
  const tracking = new Set<Code>();
  for (let known = -1; known < tracking.size; ) {
    known = tracking.size;
    for (const one of code) if (one.references.some((reference) => tracks(reference, tracking))) tracking.add(one);
  }
  return tracking;
}

const tracks = ({ meaning }: Reference, tracking: ReadonlySet<Code>) =>
  meaning === "useSignals" || (typeof meaning === "object" && isHook(meaning) && tracking.has(meaning));

const isHook = ({ name }: Code) => /^use[A-Z]/.test(name);

/** The name of the signal whose value is accessed. */
function signalOf(value: Node): string {
  const { parent } = value;
  return isPropertyAccessExpression(parent) ? parent.expression.getText().replaceAll(/\s+/g, " ") : textOf(parent);
}

if (import.meta.main) {
  const faults = await staleReads(join(ROOT, "web/tsconfig.json"));
  for (const { path, line, component, read } of faults)
    console.error(`web/${path}:${line} ${component} reads a signal before it calls useSignals(): ${read}`);
  if (faults.length > 0) process.exit(1);
  console.info("checked the signals that components read");
}
