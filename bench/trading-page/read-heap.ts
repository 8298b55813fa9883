import type { CDPSession } from "playwright-core";

/** Live bytes on a page's JavaScript heap: the page's objects, and the code that the engine compiles. */
export type LiveHeap = { objects: number; code: number };

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

/**
 * Reads the live heap from a snapshot, which collects garbage first. The engine recompiles frequently executed code
 * over time, so code grows for a while even on a page that retains nothing.
 * Source: the format of Chrome's heap snapshots, v8/src/profiler/heap-snapshot-generator.cc
 */
export async function readHeap(devtools: CDPSession): Promise<LiveHeap> {
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", onChunk);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", onChunk);
  // The browser's own format, see the source above.
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const heap: LiveHeap = { objects: 0, code: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? -1];
    const bytes = nodes[at + sizeAt] ?? 0;
    if (type === "code") heap.code += bytes;
    // These two types are the browser's own memory outside the JavaScript heap.
    else if (type !== "native" && type !== "synthetic") heap.objects += bytes;
  }
  return heap;
}
