import { eventUrl } from '../../catalogue/events/rules.ts'
import { Field } from '../kit/form.tsx'
import { Button } from '../kit/pieces.tsx'
import { useView } from '../kit/view.ts'

export type CodeFieldProps = {
  event: { id: number; slug: string; status: string }
  code?: string
  problem?: string
}

/** "I have a code": the page of the event again, with what the code opens. The address is a link that can be sent. */
export function CodeField({ event, code, problem }: CodeFieldProps) {
  const { site, words } = useView()
  const { t } = words
  const isUsed = code !== undefined && problem === undefined
  // A form drops the query of its address, so the id of an event without a name is a field.
  const [action = ''] = eventUrl(event, site.base).split('?')
  return (
    <details class="pad foot-of-card" open={code !== undefined}>
      <summary>{t('buy.haveCode')}</summary>
      {isUsed && <p class="small">{t('buy.codeOn', { code })}</p>}
      <form method="get" action={action} class="stack">
        {event.slug === '' && <input type="hidden" name="p" value={event.id} />}
        <Field
          name="code"
          label={t('buy.code')}
          value={code}
          problem={problem}
          maxlength={200}
          autocomplete="off"
          required
        />
        <Button small>{t('buy.useCode')}</Button>
      </form>
    </details>
  )
}
