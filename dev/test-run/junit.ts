/** One test of a report in JUnit's format, which bun:test writes beside what it prints. `names`: its groups' and its own. */
export type ReportedTest = { file: string; line: number; names: string[] };

const TAG = /<(\/?)(testsuite|testcase)\b([^>]*?)(\/?)>/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The tests of a report, in its order. */
export function readJunit(xml: string): ReportedTest[] {
  const tests: ReportedTest[] = [];
  // The outermost suite is a file; those in it are its groups.
  const suites: string[] = [];
  for (const [, isEnd, tag, attributes = "", isEmpty] of xml.matchAll(TAG)) {
    const value = (name: string) => unescapeXml(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
    if (tag === "testcase" && !isEnd) {
      const names = [...suites.slice(1), value("name")];
      tests.push({ file: value("file").replace(/^\.\//, ""), line: Number(value("line")), names });
    } else if (tag === "testsuite" && isEnd) suites.pop();
    else if (tag === "testsuite" && !isEmpty) suites.push(value("name"));
  }
  return tests;
}

const unescapeXml = (text: string) =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = "") =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  );
