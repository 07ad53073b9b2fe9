import type { Letter, Tongue, Withdrawn } from '../letter.ts'

type Link = { id: number; url: string; event: string }

/** What somebody ordered, and the tickets that others ordered for them. */
export type OwnLinks = { readonly orders: readonly Link[]; readonly tickets: readonly Link[] }

/** To somebody who requested the links of their orders and tickets. */
export function orderLinks(
  { orders, tickets }: OwnLinks,
  { texts }: Tongue,
  site: string,
): Letter | Withdrawn {
  if (orders.length + tickets.length === 0) {
    return { withdrawn: 'There is no order of this address, and no ticket for it.' }
  }
  const linkTo = (what: string, { event, url }: Link) =>
    ({ kind: 'link', text: `${what}${texts.colon} ${event}`, url }) as const
  return {
    subject: texts.links.subject(site),
    greets: '',
    from: undefined,
    isTest: false,
    tickets: [],
    blocks: [
      { kind: 'text', text: texts.links.intro },
      ...orders.map(order => linkTo(`${texts.order} ${order.id}`, order)),
      ...tickets.map(ticket => linkTo(texts.paper.ticket(ticket.id), ticket)),
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
