import type { Locale } from '../../../core/locale.ts'
import { letterToGuest } from '../../../messaging/mail/letter-to-guest.ts'
import { textOf } from '../../../messaging/mail/blocks.ts'
import { speakerOf } from '../../../core/words/speak.ts'
import type { Deps } from '../../deps.ts'
import type { PlanPreview } from '../record/kinds.ts'
import { firstOfMethods } from '../record/store.plans.ts'
import { guestsOf } from './lookup.ts'
import type { MessageWish } from './rules.ts'

/** The message as the first guest of each language would read it, without the links, which open what is the guest's. */
export async function previewMessage(
  deps: Deps,
  plan: { id: number; wish: unknown; eventId: number | null },
): Promise<PlanPreview[]> {
  const { list, texts } = plan.wish as MessageWish
  const previews: PlanPreview[] = []
  for (const { method, subject_id: subject } of await firstOfMethods(deps.db, plan.id)) {
    const text = texts.find(({ locale }) => locale === method)
    const [guest] = await guestsOf(deps.db, list, [subject])
    if (!text || !guest) continue
    const locale: Locale = text.locale
    const letter = await letterToGuest(
      deps,
      {
        recipient: guest.email,
        order_id: guest.order_id,
        attendee_id: guest.attendee_id,
        event_id: plan.eventId ?? guest.event_id,
        locale,
      },
      text,
    )
    if ('withdrawn' in letter) continue
    const blocks = letter.blocks.filter(({ kind }) => kind !== 'link')
    previews.push({
      language: locale,
      subject: letter.subject,
      body: textOf(blocks, speakerOf(locale)),
    })
  }
  return previews
}
