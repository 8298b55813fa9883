/**
 * Styles of a scroll container: a shade at a side shows that there is more to scroll to. Covers in the colour of the surface
 * move with the content and reveal it. @param surface CSS colour below the content
 */
export function scrollShade(surface: string): string {
  return `
  --cover: ${surface};
  --shade: color-mix(in oklab, var(--text) 28%, transparent);
  background:
    linear-gradient(to right, var(--cover) 50%, transparent) left / 32px 100% no-repeat local,
    linear-gradient(to left, var(--cover) 50%, transparent) right / 32px 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / 12px 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / 12px 100% no-repeat scroll;`;
}
