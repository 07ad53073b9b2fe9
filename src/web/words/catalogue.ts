import { accounts } from './en/accounts.ts'
import { accounts as accountsDe } from './de/accounts.ts'
import { accounts as accountsNb } from './nb/accounts.ts'
import { accounts as accountsFr } from './fr/accounts.ts'
import { accounts as accountsEs } from './es/accounts.ts'
import { buying as buyingDe } from './de/buying.ts'
import { orders as ordersDe } from './de/orders.ts'
import { buying } from './en/buying.ts'
import { orders } from './en/orders.ts'
import { buying as buyingEs } from './es/buying.ts'
import { orders as ordersEs } from './es/orders.ts'
import { buying as buyingFr } from './fr/buying.ts'
import { orders as ordersFr } from './fr/orders.ts'
import { buying as buyingNb } from './nb/buying.ts'
import { orders as ordersNb } from './nb/orders.ts'
import { catalogue as catalogueDe } from './de/catalogue.ts'
import { kit as kitDe } from './de/kit.ts'
import { catalogue } from './en/catalogue.ts'
import { kit } from './en/kit.ts'
import { catalogue as catalogueEs } from './es/catalogue.ts'
import { kit as kitEs } from './es/kit.ts'
import { catalogue as catalogueFr } from './fr/catalogue.ts'
import { kit as kitFr } from './fr/kit.ts'
import { doors } from './en/doors.ts'
import { doors as doorsDe } from './de/doors.ts'
import { doors as doorsNb } from './nb/doors.ts'
import { doors as doorsFr } from './fr/doors.ts'
import { doors as doorsEs } from './es/doors.ts'
import type { Locale } from '../../core/locale.ts'
import { catalogue as catalogueNb } from './nb/catalogue.ts'
import { kit as kitNb } from './nb/kit.ts'

const english = { ...kit, ...catalogue, ...buying, ...orders, ...accounts, ...doors }

/** The key of a sentence, such as `page.skip`. */
export type MessageKey = keyof typeof english
type Catalogue = Readonly<Record<MessageKey, string>>

/** Every sentence in every language as an ICU message. Each language's folder has a file for each topic. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = {
  en: english,
  de: { ...kitDe, ...catalogueDe, ...buyingDe, ...ordersDe, ...accountsDe, ...doorsDe },
  nb: { ...kitNb, ...catalogueNb, ...buyingNb, ...ordersNb, ...accountsNb, ...doorsNb },
  fr: { ...kitFr, ...catalogueFr, ...buyingFr, ...ordersFr, ...accountsFr, ...doorsFr },
  es: { ...kitEs, ...catalogueEs, ...buyingEs, ...ordersEs, ...accountsEs, ...doorsEs },
}
