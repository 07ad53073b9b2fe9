import { escapeHtml } from './text.ts'

/** HTML that is safe to send, made by `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

/** A template tag that escapes inserted values, except those that are HTML already. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + shown(parts[index - 1]) + string))
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

function shown(part: Part): string {
  if (part instanceof Html) return part.text
  if (isList(part)) return part.map(shown).join('')
  return part === null || part === undefined || part === false ? '' : escapeHtml(String(part))
}

/** A whole page that works without scripts; `head` may link to a style sheet. */
export function page(title: string, content: Html, head?: Html): string {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}</head>
<body><main>${content}</main></body>
</html>
`.text
}
