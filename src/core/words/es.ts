import { accounts } from './es/accounts.ts'
import { buying } from './es/buying.ts'
import { catalogue } from './es/catalogue.ts'
import { doors } from './es/doors.ts'
import { kit } from './es/kit.ts'
import { mails } from './es/mails.ts'
import { orders } from './es/orders.ts'
import { outbox } from './es/outbox.ts'
import { papers } from './es/papers.ts'
import type { Catalogue } from './en.ts'

export const spanish: Catalogue = {
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
