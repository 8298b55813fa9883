import { expect, test } from "bun:test";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { naiveRoot } from "../../../dev/test/naive-tape.ts";
import { fc } from "../../../web/test/property.ts";
import { leafHash, merklePaths, merkleRoot, rootOfPath } from "./merkle-tree.ts";

const leavesOf = (lines: readonly string[]) => lines.map((line) => leafHash(utf8ToBytes(line)));

test("roots are those of Certificate Transparency's reference tests", () => {
  // Source: the tests of github.com/google/certificate-transparency, merkletree/merkle_tree_test.cc
  const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
  const roots = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ];
  const leaves = data.map((hex) => leafHash(hexToBytes(hex)));
  roots.forEach((root, size) => {
    expect(bytesToHex(merkleRoot(leaves.slice(0, size)))).toBe(root);
  });
});

const someLines = fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 70 });

test("a tree of any lines has the root that a second implementation computes", () => {
  fc.assert(
    fc.property(someLines, (lines) => {
      expect(bytesToHex(merkleRoot(leavesOf(lines)))).toBe(naiveRoot(lines).toString("hex"));
    }),
  );
});

test("the path of each leaf leads to the root, and to another one from any other place", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }), (lines) => {
      const leaves = leavesOf(lines);
      const root = merkleRoot(leaves);
      const count = leaves.length;
      const paths = merklePaths(leaves, [...leaves.keys()]);
      leaves.forEach((leaf, index) => {
        const path = paths[index] ?? [];
        expect(rootOfPath(leaf, { index, count }, path)).toEqual(root);
        for (let other = 0; other < count; other++) {
          if (other !== index) expect(rootOfPath(leaf, { index: other, count }, path)).not.toEqual(root);
        }
      });
    }),
    { numRuns: 30 },
  );
});

test("a path of the wrong length, or a place outside of the tree, leads nowhere", () => {
  const leaves = leavesOf(["a", "b", "c", "d", "e"]);
  const [leaf] = leaves;
  if (!leaf) throw new Error("no leaf");
  const [path = []] = merklePaths(leaves, [0]);
  expect(rootOfPath(leaf, { index: 0, count: 5 }, path.slice(1))).toBeNull();
  expect(rootOfPath(leaf, { index: 0, count: 5 }, [...path, leaf])).toBeNull();
  expect(rootOfPath(leaf, { index: 5, count: 5 }, path)).toBeNull();
  expect(rootOfPath(leaf, { index: -1, count: 5 }, path)).toBeNull();
  expect(rootOfPath(leaf, { index: 0.5, count: 5 }, path)).toBeNull();
  expect(rootOfPath(leaf, { index: 0, count: 0 }, [])).toBeNull();
  expect(() => merklePaths(leaves, [5])).toThrow(RangeError);
  expect(() => merklePaths(leaves, [-1])).toThrow(RangeError);
});
