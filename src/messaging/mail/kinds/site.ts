import type { Words } from '../../../core/words/speak.ts'
import type { Letter, Withdrawn } from '../letter.ts'

type Link = { id: number; url: string; event: string }

/** What somebody ordered, and the tickets that others ordered for them. */
export type OwnLinks = { readonly orders: readonly Link[]; readonly tickets: readonly Link[] }

/** To somebody who requested the links of their orders and tickets. */
export function orderLinks(
  { orders, tickets }: OwnLinks,
  { t }: Words,
  site: string,
): Letter | Withdrawn {
  if (orders.length + tickets.length === 0) {
    return { withdrawn: 'There is no order of this address, and no ticket for it.' }
  }
  const linkTo = (what: string, { event, url }: Link) =>
    ({ kind: 'link', text: `${what}${t('mail.colon')} ${event}`, url }) as const
  return {
    subject: t('mail.links.subject', { site }),
    greets: '',
    from: undefined,
    isTest: false,
    tickets: [],
    blocks: [
      { kind: 'text', text: t('mail.links.intro') },
      ...orders.map(order => linkTo(`${t('mail.order')} ${order.id}`, order)),
      ...tickets.map(ticket => linkTo(t('paper.ticket', { id: ticket.id }), ticket)),
      { kind: 'text', text: t('mail.links.unasked') },
    ],
  }
}

/** To an operator who tests sending mail. */
export function testMail({ t }: Words, site: string): Letter {
  return {
    subject: t('mail.test.subject', { site }),
    greets: '',
    from: undefined,
    isTest: false,
    tickets: [],
    blocks: [{ kind: 'text', text: t('mail.test.intro') }],
  }
}
