import { expect, test } from "bun:test";
import { deflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { UnreadableFile } from "../../../worker/contract/files/row.ts";
import { unzip } from "./unzip.ts";

const textsIn = (zip: Uint8Array, bytesMax = 1_000_000) =>
  [...unzip(zip, { isWanted: (name) => name !== "left", bytesMax })].map(([name, file]) => [
    name,
    new TextDecoder().decode(file),
  ]);

function codeOf(read: () => unknown): string | null {
  try {
    read();
  } catch (error) {
    if (error instanceof UnreadableFile) return error.fault.code;
    throw error;
  }
  return null;
}

const LONG = "0123456789".repeat(40_000);

test("files are unpacked, whether they are stored or packed, and those that are not wanted are not", () => {
  const files = { a: strToU8("one"), "b/ü": strToU8(LONG), left: strToU8("x") };
  const wanted = [
    ["a", "one"],
    ["b/ü", LONG],
  ];
  expect(textsIn(zipSync(files, { level: 9 }))).toEqual(wanted);
  expect(textsIn(zipSync(files, { level: 0 }))).toEqual(wanted);
});

test("a comment behind the directory does not matter", () => {
  const zip = zipSync({ a: strToU8("one") });
  new DataView(zip.buffer).setUint16(zip.length - 2, 5, true);
  expect(textsIn(Buffer.concat([zip, Buffer.from("hello")]))).toEqual([["a", "one"]]);
});

test("sizes and places may stand in fields of 64 bits", () => {
  const packed = deflateRawSync("one");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field);
  entry.writeUInt16LE(1, 28);
  entry.writeUInt16LE(28, 30);
  const long = Buffer.alloc(28);
  long.writeUInt16LE(1, 0);
  long.writeUInt16LE(24, 2);
  for (const [i, value] of [3, packed.length, 0].entries()) long.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  const file = Buffer.concat([local, Buffer.from("a"), packed]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(file.length, 16);
  expect(textsIn(Buffer.concat([file, entry, Buffer.from("a"), long, end]))).toEqual([["a", "one"]]);
});

test("what is unpacked is counted over all files", () => {
  const zip = zipSync({ a: strToU8("x".repeat(600)), b: strToU8("x".repeat(600)) });
  expect(codeOf(() => textsIn(zip, 1_200))).toBeNull();
  expect(codeOf(() => textsIn(zip, 1_199))).toBe("unpacked_too_large");
});

test.each([0, 1, 10, 30, 60])("a zip that lacks its last %d bytes or more is damaged", (missing) => {
  const zip = zipSync({ a: strToU8(LONG) });
  const cut = zip.slice(0, zip.length - 22 - missing);
  expect(codeOf(() => textsIn(cut))).toBe("damaged");
});

test("any changed byte is read or refused", () => {
  const zip = zipSync({ a: strToU8("one two three"), b: strToU8("four") });
  for (let at = 0; at < zip.length; at += 1) {
    const changed = zip.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    expect([null, "damaged", "encrypted", "unpacked_too_large"]).toContain(codeOf(() => textsIn(changed)));
  }
});
