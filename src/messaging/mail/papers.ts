import { mailLane } from '../tickets/print-queue.ts'
import { ticketsOfPlaces } from '../tickets/load-tickets.ts'
import { orderPdfUrl, pdfName, ticketPdfUrl } from '../tickets/ticket-address.ts'
import type { Attachment } from '../../platform/smtp/build-mail.ts'
import { calendarOf } from '../calendar/event-calendar.ts'
import type { Deps } from '../deps.ts'
import type { MessageRow } from '../outbox/lookup.ts'
import { speakerOf } from '../../core/words/speak.ts'
import type { Block } from './blocks.ts'
import type { Letter } from './letter.ts'
import { nameInMail } from './person-name.ts'
import { drawnMost, mayAttach, printTries } from './rules.ts'

/** The files attached to a mail, and a sentence about those that are linked instead. */
export type Papers = { files: readonly Attachment[]; blocks: readonly Block[] }

/**
 * The tickets of a mail as PDF and its events as a calendar file. Many tickets, a large PDF, and one that could not
 * be made are linked instead (contract.md 19.9). With `isBare` the PDF is linked too and the calendar left out.
 */
export async function papersOf(
  deps: Deps,
  message: MessageRow,
  { letter, isBare }: { letter: Letter; isBare: boolean },
): Promise<Papers> {
  const pdf = isBare ? undefined : await pdfOf(deps, message, letter)
  const files = [pdf, isBare ? undefined : await calendarFile(deps, letter, message)]
  return {
    files: files.filter(file => file !== undefined),
    blocks: pdf ? [] : linksTo(deps, letter, message),
  }
}

async function pdfOf(
  deps: Deps,
  message: MessageRow,
  { papers }: Letter,
): Promise<Attachment | undefined> {
  const { config, log, printer } = deps
  const ids = papers?.tickets.map(({ id }) => id) ?? []
  if (ids.length === 0 || ids.length > drawnMost || config.mailPdfKib === 0) return undefined
  const loaded = await ticketsOfPlaces(deps, {
    ids,
    locale: message.locale,
    shownName: nameInMail,
  })
  if (!loaded) return undefined
  try {
    const content = await printer.printTickets(loaded.tickets, mailLane)
    if (!mayAttach(content.length, config.mailPdfKib)) return undefined
    return { filename: pdfName(loaded.orderId), contentType: 'application/pdf', content }
  } catch (err) {
    // A PDF must not delay the mail for long, because its tickets are linked in the mail as well.
    if (message.attempts < printTries) throw err
    log.error({ err, message: message.id }, 'tickets could not be printed: the mail links them')
    return undefined
  }
}

async function calendarFile(deps: Deps, { calendar = [] }: Letter, { locale }: MessageRow) {
  if (calendar.length === 0) return undefined
  const url = `${deps.publicRoot}/events/`
  const text = await calendarOf(deps, {
    ids: calendar,
    locale,
    name: deps.siteSettings().name,
    url,
  })
  return {
    filename: 'event.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: Buffer.from(text),
  }
}

function linksTo({ publicRoot }: Deps, { papers }: Letter, { locale }: MessageRow): Block[] {
  const { t } = speakerOf(locale)
  const asPdf = t('mail.asPdf')
  if (!papers || papers.tickets.length === 0) return []
  if (papers.orderUrl !== undefined) {
    return [{ kind: 'link', text: asPdf, url: orderPdfUrl(papers.orderUrl) }]
  }
  const links = papers.tickets.map(ticket => ({
    text: `${asPdf}${t('mail.colon')} ${ticket.holder_name || t('paper.ticket', { id: ticket.id })}`,
    url: ticketPdfUrl(publicRoot, ticket),
  }))
  return [{ kind: 'links', links }]
}
