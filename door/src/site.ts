/** What the page says of the site, in `<script type="application/json" id="door-site">`. */
export type Site = {
  /** The path of the site's root, and of its tickets interface. */
  readonly base: string
  readonly api: string
  readonly name: string
  readonly version: string
  /** The files that the worker needs. */
  readonly worker: string
  readonly wasm: string
}

export function readSite(): Site {
  const text = document.getElementById('door-site')?.textContent ?? ''
  return JSON.parse(text) as Site
}
