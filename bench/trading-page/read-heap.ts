import type { CDPSession } from "playwright-core";

/** What lives on a page's JavaScript heap, bytes, apart by what makes it: the page its objects, the engine their code. */
export type LiveHeap = { objects: number; code: number };

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
};

/**
 * Reads it from a snapshot, which collects what is garbage first. The engine compiles what runs often, again and better as
 * time goes by, so that code grows for a while on a page that keeps nothing.
 * Source: the format of Chrome's heap snapshots, v8/src/profiler/heap-snapshot-generator.cc
 */
export async function readHeap(devtools: CDPSession): Promise<LiveHeap> {
  const chunks: string[] = [];
  const keep = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on("HeapProfiler.addHeapSnapshotChunk", keep);
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  devtools.off("HeapProfiler.addHeapSnapshotChunk", keep);
  // The browser's own format, as its source says.
  const { snapshot, nodes } = JSON.parse(chunks.join("")) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  const heap: LiveHeap = { objects: 0, code: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? -1];
    const bytes = nodes[at + sizeAt] ?? 0;
    if (type === "code") heap.code += bytes;
    // Those two are the browser's own, beside the heap of JavaScript.
    else if (type !== "native" && type !== "synthetic") heap.objects += bytes;
  }
  return heap;
}
