import { anonymous } from '../../core/caller.ts'
import { AppError } from '../../core/errors.ts'
import { plainTitle } from '../../core/text.ts'
import type { Deps } from '../../shop/deps.ts'
import { isAnotherPerson } from '../../ticketing/attendees/rules.ts'
import { updateAttendee } from '../../ticketing/attendees/update-attendee.ts'
import { refusalOf, type Refusal } from '../checkout/refusals.ts'
import { type Buyer, buyerProblems, sentBuyer } from '../checkout/sent-basket.ts'
import type { Visit } from '../kit/pages.ts'
import { holderFields, type SentHolder } from './holder-forms.tsx'
import { demandTransfer } from './transfer-limit.ts'

/** A ticket as its present holder saw it. */
type TicketHolder = { readonly id: number; readonly generation: number; readonly email: string }

/** What became of a sent holder: saved, or not, with the reason. */
export type Saved =
  | { readonly saved: true }
  | { readonly saved: false; readonly holder: SentHolder; readonly refusal?: Refusal }

/** Saves the holder that a form names. Another address is a transfer, which is limited because it sends mail. */
export async function saveHolder(
  deps: Deps,
  { form, words, address }: Visit,
  held: TicketHolder,
): Promise<Saved> {
  const fields = holderFields(held.id)
  const buyer = sentBuyer({ name: form[fields.name], email: form[fields.email] })
  const problems = buyerProblems(buyer).map(name =>
    name === 'name'
      ? { name: fields.name, text: words.t('problem.guestName') }
      : { name: fields.email, text: words.t('problem.email') },
  )
  const holder = { ...buyer, problems }
  if (problems.length > 0) return { saved: false, holder }
  try {
    await write(deps, held, { buyer: buyer, address })
    return { saved: true }
  } catch (error) {
    // Somebody was faster: the ticket was passed on or given back since the page was shown.
    const isGone = error instanceof AppError && error.code === 'invalid-attendee-id'
    const tooLate = { text: words.t('holder.tooLate'), status: 409 }
    return { saved: false, holder, refusal: isGone ? tooLate : refusalOf(error, words) }
  }
}

async function write(
  deps: Deps,
  { id, generation, email: before }: TicketHolder,
  { buyer, address }: { buyer: Buyer; address: string },
): Promise<void> {
  const changes = { fullName: plainTitle(buyer.name), email: buyer.email.trim() }
  if (isAnotherPerson(before, changes.email)) demandTransfer(deps, { attendeeId: id, address })
  await updateAttendee(deps, { id, generation, changes, userId: null, now: deps.clock.now() })
  deps.storage.countPlaces({ caller: anonymous, address }, 1)
}
