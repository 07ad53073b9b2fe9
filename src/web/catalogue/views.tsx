import { useView } from '../kit/view.ts'

/** Links between the views of the programme. */
export function Views({ at }: { at: 'list' | 'month' | 'day' }) {
  const { site, words } = useView()
  const views = [
    ['list', 'list.list', `${site.base}/events/`],
    ['month', 'list.month', `${site.base}/events/month/`],
    ['day', 'list.day', `${site.base}/events/today/`],
  ] as const
  return (
    <nav class="views" aria-label={words.t('list.views')}>
      {views.map(([name, title, href]) => (
        <a key={name} href={href} aria-current={name === at ? 'true' : undefined}>
          {words.t(title)}
        </a>
      ))}
    </nav>
  )
}
