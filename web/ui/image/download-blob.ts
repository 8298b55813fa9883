/** Downloads a file that was created in the page. @param name file name */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download keeps its own reference to the data once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
