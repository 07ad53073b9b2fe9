import { eventUrl } from '../../catalogue/events/rules.ts'
import { ticketPath, ticketPdfUrl } from '../../messaging/tickets/ticket-address.ts'
import type { AttendeeRow } from '../../ticketing/attendees/lookup.ts'
import { qrUrl } from '../../ticketing/attendees/qr-address.ts'
import { inGroups } from '../../ticketing/checkin/door-code.ts'
import type { Page } from '../kit/page.ts'
import { Facts, Notice } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'
import type { Words } from '../../core/words/speak.ts'
import { admits as admitsTo } from './admits.ts'
import { GiveBackForm, HolderForm, type SentHolder } from './holder-forms.tsx'
import { CalledOff } from './called-off.tsx'
import type { EventOfOrder } from './own-order.ts'
import { PlaceStatus } from './place-status.tsx'
import { JoinLink, visitorFacts } from './visitor-facts.tsx'
import { whenOf } from '../kit/when-at-event.ts'

export type TicketPageProps = {
  attendee: AttendeeRow
  about: EventOfOrder | undefined
  /** The code as an address that contains the picture: at the door there may be no network for another request. */
  picture: string
  /** What a holder may do who proved to be one, with that proof. */
  own?: { key: string; giveBack: boolean } | undefined
  /** A sent holder that was not saved. */
  holderDraft?: SentHolder | undefined
  refusal?: string | undefined
}

/** One ticket, for the phone at the door or for printing: code, holder, time and place. */
export function ticketPage(props: TicketPageProps, { t }: Words, status = 200): Page {
  return {
    status,
    title: t('ticket.title', { event: props.about?.event.title ?? props.attendee.ticket_name }),
    isCompressed: true,
    headers: { 'referrer-policy': 'no-referrer' },
    body: <Ticket {...props} />,
  }
}

function Ticket(props: TicketPageProps) {
  const { attendee, about, picture, refusal } = props
  const { site, words } = useView()
  const { t } = words
  const event = about?.event
  const admits = admitsTo(attendee, event)
  const title = event?.title ?? attendee.ticket_name
  return (
    <article class="card ticket">
      <div class="band">
        <p class="small">{site.name}</p>
        <h1>{event && about.isShown ? <a href={eventUrl(event, site.root)}>{title}</a> : title}</h1>
      </div>
      {refusal && <Notice tone="bad" title={refusal} isNew />}
      {event && <CalledOff event={event} />}
      {admits ? (
        <div class="code">
          <a href={qrUrl(site.root, attendee)}>
            <img
              src={picture}
              alt={t('ticket.codeOf', { name: attendee.holder_name })}
              width={240}
              height={240}
            />
          </a>
        </div>
      ) : (
        <p class="pad center">{t('ticket.admitsNobody')}</p>
      )}
      <p class="center">
        <PlaceStatus place={attendee} admits={admits} event={event} />
      </p>
      <div class="cut" />
      <div class="pad">
        <Facts facts={factsOf({ attendee, about }, words)} />
        {admits && <JoinLink url={about?.onlineLink} />}
        {admits && (
          <p class="noprint">
            <a href={ticketPdfUrl(site.root, attendee)}>{t('ticket.pdf')}</a>
          </p>
        )}
        <Own {...props} />
      </div>
    </article>
  )
}

/** What the holder of a ticket that was passed on can do with it. */
function Own({ attendee, own, holderDraft }: TicketPageProps) {
  const { site } = useView()
  if (!own) return null
  const page = site.base + ticketPath(attendee)
  const address = (what: string) => `${page}/${what}?holder=${encodeURIComponent(own.key)}`
  const proof = <input type="hidden" name="holder" value={own.key} />
  return (
    <div class="stack">
      <HolderForm attendeeId={attendee.id} action={address('holder')} holderDraft={holderDraft}>
        {proof}
      </HolderForm>
      {own.giveBack && (
        <GiveBackForm name={attendee.holder_name} action={address('give-back')}>
          {proof}
        </GiveBackForm>
      )}
    </div>
  )
}

function factsOf({ attendee, about }: Pick<TicketPageProps, 'attendee' | 'about'>, words: Words) {
  const { t } = words
  return [
    { name: t('ticket.holder'), value: attendee.holder_name },
    { name: t('ticket.kind'), value: attendee.ticket_name },
    ...(about ? [{ name: t('order.when'), value: whenOf(about.event, words) }] : []),
    ...(about?.place ? [{ name: t('order.place'), value: about.place }] : []),
    { name: t('ticket.number'), value: <span class="num">{attendee.id}</span> },
    ...(admitsTo(attendee, about?.event) ? [doorCodeFact(attendee, words)] : []),
    ...(about ? visitorFacts(about.event, words) : []),
  ]
}

/** For a picture that no camera reads: a cracked display, or paper that was wet. */
const doorCodeFact = ({ door_code: code }: Pick<AttendeeRow, 'door_code'>, { t }: Words) => ({
  name: t('ticket.doorCode'),
  value: <span class="num">{inGroups(code)}</span>,
})
