export default function DesignPage() {
  return <main>Design</main>;
}
