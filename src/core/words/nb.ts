import { accounts } from './nb/accounts.ts'
import { buying } from './nb/buying.ts'
import { catalogue } from './nb/catalogue.ts'
import { doors } from './nb/doors.ts'
import { kit } from './nb/kit.ts'
import { mails } from './nb/mails.ts'
import { orders } from './nb/orders.ts'
import { outbox } from './nb/outbox.ts'
import { papers } from './nb/papers.ts'
import type { Catalogue } from './en.ts'

export const norwegian: Catalogue = {
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
