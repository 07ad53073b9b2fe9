import { MarqueeError } from '@marquee-events/client'

/** What an error says of one field, by the parameter's name; `''` has what concerns the whole. */
export type Problems = Readonly<Record<string, string>>

/** The problems of a refusal, by field. The service names every bad parameter, and what would be right. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof MarqueeError)) return { '': wordsOf(error) }
  const { params } = error.data as { params?: unknown }
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) {
    return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, String(text)]))
  }
  return { '': wordsOf(error) }
}

/** Without the sentences that tell programs which parameters to send. */
const forPeople = (message: string) =>
  message
    .split(/(?<=\.) /)
    .filter(sentence => !sentence.includes('`'))
    .join(' ') || message

/** An error as a sentence for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof MarqueeError) {
    const words = forPeople(error.message)
    return error.status >= 500 && error.requestId ? `${words} (request ${error.requestId})` : words
  }
  if (error instanceof TypeError) return 'The service cannot be reached. Is the network there?'
  return error instanceof Error ? error.message : 'Something went wrong.'
}
