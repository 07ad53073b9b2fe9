import type { Letter, Tongue, Withdrawn } from '../letter.ts'

type OrderLink = { id: number; url: string; events: string }

/** To somebody who requested the links to their orders. */
export function orderLinks(
  orders: readonly OrderLink[],
  { texts }: Tongue,
  site: string,
): Letter | Withdrawn {
  if (orders.length === 0) return { withdrawn: 'There is no order of this address.' }
  return {
    subject: texts.links.subject(site),
    greets: '',
    from: undefined,
    isTest: false,
    tickets: [],
    blocks: [
      { kind: 'text', text: texts.links.intro },
      ...orders.map(
        ({ id, url, events }) =>
          ({ kind: 'link', text: `${texts.order} ${id}${texts.colon} ${events}`, url }) as const,
      ),
      { kind: 'text', text: texts.links.unasked },
    ],
  }
}

/** To an operator who tests sending mail. */
export function testMail({ texts }: Tongue, site: string): Letter {
  return {
    subject: texts.test.subject(site),
    greets: '',
    from: undefined,
    isTest: false,
    tickets: [],
    blocks: [{ kind: 'text', text: texts.test.intro }],
  }
}
