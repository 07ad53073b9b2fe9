import type { ComponentChildren } from 'preact'
import { type Problem, Field, FormProblems, problemOf } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

/** What was sent about the holder of a ticket, with what is wrong with it. */
export type SentHolder = { name: string; email: string; problems: readonly Problem[] }

type FormProps = {
  /** The address of the form. */
  action: string
  /** Hidden fields: which ticket, and what proves that the sender may do this. */
  children: ComponentChildren
}

/** The names of the fields for a holder; a page has several such forms. */
export const holderFields = (attendeeId: number) =>
  ({ name: `name-${attendeeId}`, email: `email-${attendeeId}` }) as const

type HolderFormProps = FormProps & { attendeeId: number; holderDraft: SentHolder | undefined }

/** The form that corrects a holder's name, or passes the ticket on to another person with a new code. */
export function HolderForm({ attendeeId, action, holderDraft, children }: HolderFormProps) {
  const { t } = useView().words
  const problems = holderDraft?.problems ?? []
  const fields = holderFields(attendeeId)
  return (
    <details class="noprint" open={holderDraft !== undefined}>
      <summary>{t('holder.change')}</summary>
      <form method="post" action={action} novalidate>
        <FormProblems problems={problems} />
        {children}
        <p class="hint">{t('holder.text')}</p>
        <Field
          name={fields.name}
          label={t('checkout.name')}
          value={holderDraft?.name ?? ''}
          maxlength={200}
          problem={problemOf(problems, fields.name)}
          required
        />
        <Field
          name={fields.email}
          label={t('checkout.email')}
          type="email"
          value={holderDraft?.email ?? ''}
          maxlength={254}
          problem={problemOf(problems, fields.email)}
          required
        />
        <Button small>{t('holder.save')}</Button>
      </form>
    </details>
  )
}

/** The form that gives one free place back. */
export function GiveBackForm({ name, action, children }: FormProps & { name: string }) {
  const { t } = useView().words
  return (
    <details class="noprint">
      <summary>{t('giveBack.place')}</summary>
      <form method="post" action={action} class="stack">
        {children}
        <p class="hint">{t('giveBack.placeText', { name })}</p>
        <Button small danger>
          {t('giveBack.button')}
        </Button>
      </form>
    </details>
  )
}
