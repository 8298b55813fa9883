import { expect, test } from "bun:test";
import { staticDocument, usedCss } from "./static-document.ts";

const MARKUP =
  '<main class="a"><b data-variant="accent" class="b" data-tone="up"></b><p inert><i class="i"></i></p></main>';

test.each([
  [".a{color:red}", ".a{color:red}"],
  [".c{color:red}", ""],
  ['.b[data-variant="accent"]:hover{color:red}', '.b[data-variant="accent"]:hover{color:red}'],
  ['.b[data-variant="danger"]:hover{color:red}', ""],
  ['.a[data-variant="accent"]{color:red}', ""],
  ['.a>[data-variant="accent"]::before{color:red}', '.a>[data-variant="accent"]::before{color:red}'],
  ['.a,.b[data-variant="danger"]{color:red}', ".a{color:red}"],
  [".a[aria-busy]{color:red}", ""],
  ['.b:not([data-variant="danger"]){color:red}', '.b:not([data-variant="danger"]){color:red}'],
  [".a:has(b:focus,i:focus){color:red}", ".a:has(b:focus,i:focus){color:red}"],
  ['.a:has([data-variant="accent"]){color:red}', '.a:has([data-variant="accent"]){color:red}'],
  ['.a:has([data-variant="danger"],[aria-busy]){color:red}', ""],
  // The script writes another tone.
  ['.b[data-tone="down"]{color:red}', '.b[data-tone="down"]{color:red}'],
  ['.i[data-tone="down"]{color:red}', ""],
  [".i:hover{color:red}", ""],
  ['@media print{.b[data-variant="danger"]{color:red}}', ""],
  [
    "@media (max-width:9px){.a{color:red}.a[aria-busy]{color:red}}.b{color:red}",
    "@media (max-width:9px){.a{color:red}}.b{color:red}",
  ],
  ["@keyframes k{from{opacity:0}}.a{color:red}", "@keyframes k{from{opacity:0}}.a{color:red}"],
])("%s", async (css, used) => {
  expect(await usedCss(css, MARKUP)).toBe(used);
});

test("a style attribute becomes a class, one for all elements with the same style", async () => {
  const body = '<i style="--tint: 3%"></i><b class="go12" style="--tint: 3%"></b>';
  expect(await staticDocument({ body, css: ".go12 { color: red; }" }, "")).toEqual({
    body: '<i class=s0></i><b class="g0 s0"></b>',
    css: ".g0{color:red}.s0{--tint:3%}",
  });
});

test("an inert picture keeps no names and roles, which nobody reads in it", async () => {
  const body = '<div role="img" aria-label="Sample"><p inert role="grid"><b aria-pressed="true" id="x">1</b></p></div>';
  expect(await staticDocument({ body, css: "" }, "")).toEqual({
    body: "<div role=img aria-label=Sample><p inert><b aria-pressed=true>1</b></p></div>",
    css: "",
  });
});

test("a value keeps its quotes where it has a space or is followed by a slash", async () => {
  const body = '<a href="/terms" class="one two" data-for="x">a="b" <path d="M0 0" fill="none"/></a>';
  expect((await staticDocument({ body, css: "" }, "")).body).toBe(
    '<a href=/terms class="one two" data-for=x>a="b" <path d="M0 0" fill="none"/></a>',
  );
});

test("an empty shape has no end tag, and its last value no slash", async () => {
  const body = '<circle r="8"></circle><path d="M0 0"></path><path fill="none" d="M1 1"></path><p id="a"></p>';
  expect((await staticDocument({ body, css: "" }, "")).body).toBe(
    '<circle r=8 /><path d="M0 0"/><path fill=none d="M1 1"/><p id=a></p>',
  );
});

test("items, terms and cells have no end tags", async () => {
  const body = "<ul><li>a</li><li>b</li></ul><dl><div><dt>c</dt><dd>d</dd></div></dl>";
  const table = "<table><thead><tr><th>e</th></tr></thead><tbody><tr><td>f</td></tr></tbody></table>";
  expect((await staticDocument({ body: body + table, css: "" }, "")).body).toBe(
    "<ul><li>a<li>b</ul><dl><div><dt>c<dd>d</div></dl><table><thead><tr><th>e<tbody><tr><td>f</table>",
  );
});

test("a style sheet has no zeros before a point and no quotes around one word", async () => {
  const css = '.a[data-tone="up"] { margin: -0.5px 0.25em; color: rgb(0 0 0 / 0.45); background: #E6ECF5 }';
  expect((await staticDocument({ body: '<p class="a" data-tone="up"></p>', css }, "")).css).toBe(
    ".a[data-tone=up]{margin:-0.5px .25em;color:rgb(0 0 0 / .45);background:#e6ecf5}",
  );
});
