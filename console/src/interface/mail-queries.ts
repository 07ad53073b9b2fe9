import type { Message } from '@marquee-events/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { marquee } from './marquee.ts'

/** Which mails are shown, as the address of the screen has it; `before`: older than the mail with this id. */
export type MailsShown = { state?: Message['state']; recipient?: string; before?: string }

export const mailsQuery = ({ state, recipient, before }: MailsShown) =>
  queryOptions({
    queryKey: ['mails', state, recipient, before],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      marquee.listMessages(
        {
          limit: 50,
          ...(state !== undefined && { state }),
          ...(recipient !== undefined && { recipient }),
          ...(before !== undefined && { before: Number(before) }),
        },
        { signal },
      ),
  })

/** Own texts of mails: those of the site, or those about one event. */
export const mailTextsQuery = (event: number | undefined) =>
  queryOptions({
    queryKey: ['settings', 'mail texts', event],
    queryFn: ({ signal }) =>
      event === undefined
        ? marquee.listMailTexts({}, { signal })
        : marquee.listEventMailTexts({ id: event }, { signal }),
  })
