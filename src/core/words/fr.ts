import { accounts } from './fr/accounts.ts'
import { buying } from './fr/buying.ts'
import { catalogue } from './fr/catalogue.ts'
import { doors } from './fr/doors.ts'
import { kit } from './fr/kit.ts'
import { mails } from './fr/mails.ts'
import { orders } from './fr/orders.ts'
import { outbox } from './fr/outbox.ts'
import { papers } from './fr/papers.ts'
import type { Catalogue } from './en.ts'

export const french: Catalogue = {
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
