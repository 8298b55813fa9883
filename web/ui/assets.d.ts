/** A file that the bundler copies under its own hash; the value is its address. */
declare module "*.woff2" {
  const url: string;
  export default url;
}
