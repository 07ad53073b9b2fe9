import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '../../core/words/speak.ts'
import type { Site } from './site.ts'

/** The context of a page, available to every component. */
export type View = {
  readonly site: Site
  readonly words: Words
  /** Path and query of the page, without the language. */
  readonly address: string
  /** Whether the address names one of our languages by `?lang=`. */
  readonly namesLanguage: boolean
}

const Viewing = createContext<View | undefined>(undefined)

/** Provides the context to components. */
export const ViewProvider = Viewing.Provider

/** The context of the page that a component is in. */
export function useView(): View {
  const view = useContext(Viewing)
  if (!view) throw new Error('A piece of a page stands outside of every page.')
  return view
}

/** An address with one more parameter. */
export const withParameter = (address: string, name: string, value: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
