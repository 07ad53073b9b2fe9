import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '../words/speak.ts'
import type { Site } from './site.ts'

/** What every piece of a page may ask for. */
export type View = {
  readonly site: Site
  readonly words: Words
  /** Path and query of the page, without the language. */
  readonly address: string
  /** Whether the address itself names the language. */
  readonly namesLanguage: boolean
}

const Viewing = createContext<View | undefined>(undefined)

/** Gives a page to its pieces. */
export const ViewProvider = Viewing.Provider

/** The page that a piece is in. */
export function useView(): View {
  const view = useContext(Viewing)
  if (!view) throw new Error('A piece of a page stands outside of every page.')
  return view
}

/** The address with one more parameter. */
export const withParameter = (address: string, name: string, value: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
