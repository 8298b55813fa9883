/** The addresses of the pictures that documents and manifests name, by their names in `install/pictures`. */
export type Pictures = Readonly<Record<string, string>>;

/** The address of a picture. @throws Error where the build has none of this name */
export function pictureAt(pictures: Pictures, name: string): string {
  const address = pictures[name];
  if (address === undefined) throw new Error(`no picture is ${name}`);
  return address;
}

/** The links of every document, as markup: the manifest in its language, and the icon that iOS takes. */
export function installLinks(manifest: string, pictures: Pictures): string {
  const icon = pictureAt(pictures, "touch-icon-180");
  return `<link rel=manifest href=${manifest}><link rel=apple-touch-icon href=${icon}>`;
}
