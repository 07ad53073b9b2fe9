import type { ComponentChildren } from 'preact'
import { Lamps } from './icon.tsx'
import { useView } from './view.ts'

export type Tone = 'good' | 'warn' | 'bad'

/** A state in one word; the colour only repeats it. `plain` is for neutral states. */
export function Pill({ tone, children }: { tone?: Tone | 'plain'; children: ComponentChildren }) {
  return <span class={tone ? `pill ${tone}` : 'pill'}>{children}</span>
}

type NoticeProps = {
  /** A notice without a tone is neutral information. */
  tone?: Tone
  title: string
  children?: ComponentChildren
  /** Announced by screen readers, because it is the result of what the visitor just did. */
  isNew?: boolean
}

const nameOfTone = {
  info: 'notice.info',
  good: 'notice.good',
  warn: 'notice.warn',
  bad: 'notice.bad',
} as const

/** An important notice, with what to do about it. */
export function Notice({ tone, title, children, isNew = false }: NoticeProps) {
  const { t } = useView().words
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div class={tone ? `notice ${tone}` : 'notice'} role={isNew ? role : undefined}>
      <p class="title">
        <span class="quiet">{t(nameOfTone[tone ?? 'info'])}: </span>
        {title}
      </p>
      {children}
    </div>
  )
}

type EmptyProps = { title: string; text?: string; children?: ComponentChildren; level?: 1 | 2 }

/** An empty place: why nothing is there, and what to do instead. */
export function Empty({ title, text, children, level = 2 }: EmptyProps) {
  return (
    <div class="empty">
      <Lamps />
      {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text && <p class="soft">{text}</p>}
      {children && <div class="row">{children}</div>}
    </div>
  )
}

type ButtonLook = {
  /** The main button of a page. */
  main?: boolean
  small?: boolean
  wide?: boolean
  danger?: boolean
}

const classOf = ({ main, small, wide, danger }: ButtonLook) =>
  ['btn', main && 'go', small && 's', wide && 'wide', danger && 'danger'].filter(Boolean).join(' ')

type ButtonProps = ButtonLook & {
  children: ComponentChildren
  name?: string
  value?: string
  disabled?: boolean
  /** The id of the form that it sends, when it stands outside of it. */
  form?: string
  /** Sends the form to another address than the form's own. */
  formaction?: string
}

/** Sends the form it is in. */
export function Button({ children, main, small, wide, danger, ...rest }: ButtonProps) {
  const look = { main, small, wide, danger } as ButtonLook
  return (
    <button type="submit" class={classOf(look)} {...rest}>
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonLook & { href: string; children: ComponentChildren; rel?: string }

/** A link that looks like a button. */
export function ButtonLink({ href, children, rel, ...look }: ButtonLinkProps) {
  return (
    <a class={classOf(look)} href={href} rel={rel}>
      {children}
    </a>
  )
}

export function Card({
  children,
  padded = true,
}: {
  children: ComponentChildren
  padded?: boolean
}) {
  return <section class={padded ? 'card pad' : 'card'}>{children}</section>
}

/** The steps of a process, with the current one: `at` counts from 0. */
export function Steps({
  names,
  at,
  label,
}: {
  names: readonly string[]
  at: number
  label: string
}) {
  return (
    <ol class="steps" aria-label={label}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined}>
          <b aria-hidden="true">{index < at ? '✓' : index + 1}</b>
          {name}
        </li>
      ))}
    </ol>
  )
}

export type Line = { name: ComponentChildren; amount: string; tone?: 'soft' | 'good' | 'total' }

/** Names and amounts, with a sum. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl class="lines num">
      {lines.map(({ name, amount, tone }, index) => (
        <div key={index} class={tone}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Small facts, each with its name. */
type Fact = {
  name: string
  value: ComponentChildren
  /** A text of some sentences, which has a line of its own. */
  isLong?: boolean
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value, isLong }) => (
        <div key={name} class={isLong ? 'long' : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Column = { name: string; isAmount?: boolean }
type TableProps = {
  caption: string
  columns: readonly Column[]
  rows: readonly (readonly ComponentChildren[])[]
}

/** A table; the first column names the row. On narrow screens it scrolls by itself. */
export function Table({ caption, columns, rows }: TableProps) {
  return (
    <div class="table card" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isAmount }) => (
              <th key={name} scope="col" class={isAmount ? 'amount' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={column} class={columns[column]?.isAmount ? 'amount' : undefined}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * HTML that was cleaned when it was stored (core/text.ts). This is the only way in which markup from users gets into
 * a page.
 */
export const Stored = ({ html }: { html: string }) => (
  <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
)

type PagerProps = {
  page: number
  pages: number
  /** Whether there are more than `pages`. */
  isMore?: boolean
  href: (page: number) => string
}

/** Links to the pages of a list. */
export function Pager({ page, pages, isMore = false, href }: PagerProps) {
  const { t } = useView().words
  if (pages <= 1) return null
  return (
    <nav class="pager" aria-label={t('page.pages')}>
      {page > 1 ? (
        <a class="btn s" rel="prev" href={href(page - 1)}>
          {t('page.previous')}
        </a>
      ) : (
        <span />
      )}
      <span class="soft small num">
        {t(isMore ? 'page.numberOfMore' : 'page.number', { page, pages })}
      </span>
      {page < pages ? (
        <a class="btn s" rel="next" href={href(page + 1)}>
          {t('page.next')}
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
