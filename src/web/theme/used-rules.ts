/** A rule, or a group of rules under one condition such as `@media`. */
type Rule =
  | { readonly text: string; readonly needs: readonly (readonly string[])[] }
  | { readonly condition: string; readonly rules: readonly Rule[] }

/** Classes that scripts of web/islands give to elements. */
const setByScripts = ['soon']

/** Elements that few pages have. Rules for other elements are in every page, since most pages have them. */
const rareElements = [
  'blockquote',
  'hr',
  'ol',
  'pre',
  'select',
  'table',
  'td',
  'textarea',
  'th',
  'video',
]

/**
 * Returns a function that picks the rules of a style sheet that apply to a page: those for elements, and those whose
 * classes and rare elements are all on the page. The rules keep their order, so a page looks as with the whole sheet.
 */
export function usedRules(sheet: string): (html: string) => string {
  const rules = rulesOf(sheet)
  return html => {
    const used = new Set(setByScripts)
    for (const [, name = ''] of html.matchAll(/<([a-z]+)/g)) used.add(`<${name}`)
    for (const [, names = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
      for (const name of names.split(/\s+/)) used.add(name)
    }
    return textOf(rules, used)
  }
}

function textOf(rules: readonly Rule[], used: ReadonlySet<string>): string {
  let text = ''
  for (const rule of rules) {
    if ('text' in rule) {
      if (rule.needs.some(all => all.every(name => used.has(name)))) text += rule.text
    } else {
      const inner = textOf(rule.rules, used)
      if (inner !== '') text += `${rule.condition}{${inner}}`
    }
  }
  return text
}

/** Splits a sheet at the braces of its outermost level. Our sheets have no comments, and no braces in texts. */
function rulesOf(sheet: string): Rule[] {
  const rules: Rule[] = []
  let from = 0
  while (from < sheet.length) {
    const open = sheet.indexOf('{', from)
    if (open < 0) break
    const end = closing(sheet, open)
    const head = sheet.slice(from, open).trim()
    const inner = sheet.slice(open + 1, end)
    rules.push(
      /^@(?:media|supports)/.test(head)
        ? { condition: head, rules: rulesOf(inner) }
        : { text: `${head}{${inner}}`, needs: head.split(',').map(needsOf) },
    )
    from = end + 1
  }
  return rules
}

function closing(sheet: string, open: number): number {
  let depth = 0
  for (let at = open; at < sheet.length; at += 1) {
    if (sheet[at] === '{') depth += 1
    if (sheet[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`A rule of the style sheet has no end: ${sheet.slice(open - 40, open + 40)}`)
}

/** The classes and rare elements that a selector names, elements as `<pre`; excluded ones do not count. */
function needsOf(selector: string): string[] {
  const named = selector.replaceAll(/:not\([^()]*\)/g, '')
  const classes = [...named.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name)
  const elements = named.split(/[\s>+~]+/).map(part => /^[a-z]+/.exec(part)?.[0] ?? '')
  return [
    ...classes,
    ...elements.filter(name => rareElements.includes(name)).map(name => `<${name}`),
  ]
}
