import type { Locale } from '../../core/locale.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { nb } from './nb.ts'

export type { Texts }

/** The sentences of mails and printed tickets, by language. */
export const textsOf: Readonly<Record<Locale, Texts>> = { en, de, nb, fr, es }
