import type { ComponentChildren } from 'preact'
import { locales } from '../../core/locale.ts'
import { nameOf, pseudoLanguages } from '../../core/words/languages.ts'
import { Lamps } from './icon.tsx'
import { findPath } from './find-address.ts'
import type { Page } from './page.ts'
import { useView, withParameter } from './view.ts'

/** Header, navigation and footer around the content of a page, which has its own `h1`. */
export function Layout({
  children,
  keeps,
  isEnglish = false,
}: { children: ComponentChildren } & Partial<Keeping>) {
  const { words } = useView()
  return (
    <>
      <a class="skip" href="#content">
        {words.t('page.skip')}
      </a>
      <Top />
      <main id="content" class="wrap" tabIndex={-1}>
        {children}
      </main>
      <Foot keeps={keeps} isEnglish={isEnglish} />
    </>
  )
}

function Top() {
  const { site, words, address } = useView()
  const { name, base, assets } = site
  const programme = `${base}/events/`
  return (
    <header class="wrap top row between">
      <a class="brand" href={`${base}/`} aria-label={words.t('page.home', { site: name })}>
        {assets.logo ? <img src={assets.logo} alt="" height={32} /> : <Lamps />}
        {name}
      </a>
      <nav aria-label={words.t('page.navigation')}>
        <a href={programme} aria-current={address === programme ? 'page' : undefined}>
          {words.t('page.programme')}
        </a>
        <a href={`${base}/checkout`} rel="nofollow" data-basket>
          {words.t('page.basket')}
          <span class="pill num" data-time hidden />
        </a>
      </nav>
    </header>
  )
}

type Keeping = {
  keeps: Page['keeps'] | undefined
  /** Set on a page that is in English alone: it offers no other language. */
  isEnglish: boolean
}

function Foot({ keeps, isEnglish }: Keeping) {
  const { site, words, address } = useView()
  const shown = isEnglish ? [] : site.forDevelopers ? [...locales, ...pseudoLanguages] : locales
  return (
    <footer class="wrap foot">
      <div class="row between">
        <p>{site.name}</p>
        {shown.length > 0 && (
          <nav class="row" aria-label={words.t('page.language')}>
            {shown.map(language =>
              language === words.language ? (
                <span key={language} lang={language} aria-current="true">
                  {name(language)}
                </span>
              ) : keeps ? (
                <button
                  key={language}
                  class="link"
                  type="submit"
                  form={keeps.form}
                  formaction={`${site.base}${keeps.address}?lang=${language}`}
                  name="do"
                  value="save"
                  lang={language}
                >
                  {name(language)}
                </button>
              ) : (
                <a
                  key={language}
                  href={withParameter(address, 'lang', language)}
                  lang={language}
                  hreflang={language}
                  rel="nofollow"
                >
                  {name(language)}
                </a>
              ),
            )}
          </nav>
        )}
        <div class="row">
          <a href={`${site.base}${findPath}`}>{words.t('find.title')}</a>
          {site.legal.imprint && (
            <a href={site.legal.imprint} rel="noopener">
              {words.t('page.imprint')}
            </a>
          )}
          {site.legal.privacy && (
            <a href={site.legal.privacy} rel="noopener">
              {words.t('page.privacy')}
            </a>
          )}
          {(site.forDevelopers || isEnglish) && (
            <a href={`${site.base}/docs/events`}>{words.t('page.interface')}</a>
          )}
        </div>
      </div>
    </footer>
  )
}

const name = (language: string) =>
  (nameOf as Readonly<Record<string, string>>)[language] ?? language
