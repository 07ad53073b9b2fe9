import { accounts } from './en/accounts.ts'
import { buying } from './en/buying.ts'
import { catalogue } from './en/catalogue.ts'
import { doors } from './en/doors.ts'
import { kit } from './en/kit.ts'
import { mails } from './en/mails.ts'
import { orders } from './en/orders.ts'
import { outbox } from './en/outbox.ts'
import { papers } from './en/papers.ts'

/** The sentences of every topic in English. The other languages have the same ones. */
export const english = {
  ...kit,
  ...catalogue,
  ...buying,
  ...orders,
  ...accounts,
  ...doors,
  ...mails,
  ...papers,
  ...outbox,
}

/** Every sentence of pages, mails and papers in one language, by its key. Its folder has a file for each topic. */
export type Catalogue = Readonly<Record<keyof typeof english, string>>
