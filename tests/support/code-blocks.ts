/** A block of code on a page of docs/. */
export type CodeBlock = {
  language: string
  code: string
  /** Why it is not run, or in the long run only; every other block of a language that can be run is. */
  leftOut: string | undefined
}

const isLong = process.env['LONG'] !== undefined
const inNoRun = /^not run: (.+)$/
const inShortRun = /^(?:not run|in the long run): (.+)$/
const fence = /^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm

/** The blocks of a page in their order, those without a language left out. */
export function codeBlocks(page: string): CodeBlock[] {
  return [...page.matchAll(fence)].map(([, language = '', info = '', code = '']) => ({
    language,
    code,
    leftOut: (isLong ? inNoRun : inShortRun).exec(info)?.[1],
  }))
}

/** A block of shell, and what the page says about the JSON that its last line answers. */
export type ShellStep = { code: string; answers: unknown }

/** What of a page is run in a shell, in one go. A `json` block after a block is a part of what that one answers. */
export function shellSteps(page: string): ShellStep[] {
  const blocks = codeBlocks(page)
  return blocks.flatMap(({ language, code, leftOut }, at) => {
    if (language !== 'sh' || leftOut !== undefined) return []
    const next = blocks[at + 1]
    const answers = next?.language === 'json' ? (JSON.parse(next.code) as unknown) : undefined
    return [{ code, answers }]
  })
}

/** The program that the JavaScript blocks of a page are together; empty without any. */
export const programOf = (page: string): string =>
  codeBlocks(page)
    .filter(({ language, leftOut }) => language === 'js' && leftOut === undefined)
    .map(({ code }) => code)
    .join('\n')
