import { useView } from '../kit/view.ts'

/** Links between the views of the programme. */
export function Views({ at }: { at: 'list' | 'month' | 'day' }) {
  const { site, words } = useView()
  const views = [
    ['list', `${site.base}/events/`],
    ['month', `${site.base}/events/month/`],
    ['day', `${site.base}/events/today/`],
  ] as const
  return (
    <nav class="views" aria-label={words.t('list.views')}>
      {views.map(([name, href]) => (
        <a key={name} href={href} aria-current={name === at ? 'true' : undefined}>
          {words.t(`list.${name}`)}
        </a>
      ))}
    </nav>
  )
}
