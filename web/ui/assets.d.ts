/** A file that the bundler copies under a hashed name; the value is its URL. */
declare module "*.woff2" {
  const url: string;
  export default url;
}
