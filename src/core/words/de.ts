import { accounts } from './de/accounts.ts'
import { buying } from './de/buying.ts'
import { catalogue } from './de/catalogue.ts'
import { doors } from './de/doors.ts'
import { kit } from './de/kit.ts'
import { mails } from './de/mails.ts'
import { orders } from './de/orders.ts'
import { outbox } from './de/outbox.ts'
import { papers } from './de/papers.ts'
import type { Catalogue } from './en.ts'

export const german: Catalogue = {
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
