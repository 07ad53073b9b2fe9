import { mailboxOf } from '../../core/mail-address.ts'
import type { Budget, Terms } from '../../platform/budgets/budgets.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../deps.ts'

/**
 * The limit that a mail counts under: `unpaid` for a mail to the purchaser of an order that brought no money, `holder`
 * for a mail to anybody else (contract.md 19.12).
 */
export type MailLimit = 'unpaid' | 'holder'

/** A mail that counts under a limit: from which network, and to which address. */
export type CountedMail = { limit: MailLimit; network: string; recipient: string }

type Rule = { terms: Terms; key: (mail: CountedMail) => string; reason: string }

const hour = 3600
const day = 24 * hour

const ofNetwork = ({ network }: CountedMail) => network
const ofAddress = ({ network, recipient }: CountedMail) => `${network}|${mailboxOf(recipient)}`

const rules: Readonly<Record<MailLimit, readonly Rule[]>> = {
  unpaid: [
    {
      terms: { name: 'mails to buyers of free orders', limit: 200, windowSeconds: hour },
      key: ofNetwork,
      reason:
        'Buyers of free orders got 200 mails within an hour from one network. The page of the order shows the tickets, and says that no mail was sent.',
    },
    {
      terms: { name: 'mails about free orders', limit: 10, windowSeconds: day },
      key: ofAddress,
      reason:
        'The address got 10 mails within a day about free orders from one network. The page of the order shows the tickets, and says that no mail was sent.',
    },
  ],
  holder: [
    {
      terms: { name: 'mails to holders', limit: 100, windowSeconds: hour },
      key: ofNetwork,
      reason:
        'Holders of tickets got 100 mails within an hour about orders from one network. The buyer can send this one later, from the page of the order.',
    },
    {
      terms: { name: 'mails to a holder', limit: 3, windowSeconds: day },
      key: ofAddress,
      reason:
        'The address got 3 mails within a day about orders of others from one network. The buyer can send this one later, from the page of the order.',
    },
  ],
}

type Use = { budget: Budget; key: string; reason: string }

/**
 * Counts mails in the caller's transaction, exactly and for all processes together. Returns why each one may not leave,
 * in the order of `mails`; undefined for one that may. Two statements at most, for any number of mails.
 */
export async function countMails(
  { budgets }: Pick<Deps, 'budgets'>,
  tx: Tx,
  mails: readonly CountedMail[],
): Promise<(string | undefined)[]> {
  const uses = mails.map(mail => usesOf(budgets, mail))
  const left = await countAll({ budgets }, tx, uses.flat())
  const unused: Use[] = []
  const reasons = uses.map(own => {
    const spent = own.find(use => (left.get(nameOf(use)) ?? 0) <= 0)
    if (spent) unused.push(...own)
    else for (const use of own) left.set(nameOf(use), (left.get(nameOf(use)) ?? 0) - 1)
    return spent?.reason
  })
  if (unused.length > 0) await budgets.settleIn(tx, unused.map(costOf(-1)))
  return reasons
}

/** Takes mails off the count again that did not leave after all. */
export async function uncountMails(
  { budgets }: Pick<Deps, 'budgets'>,
  tx: Tx,
  mails: readonly CountedMail[],
): Promise<void> {
  if (mails.length === 0) return
  const uses = mails.flatMap(mail => usesOf(budgets, mail))
  await budgets.settleIn(tx, uses.map(costOf(-1)))
}

const usesOf = (budgets: Deps['budgets'], mail: CountedMail): Use[] =>
  rules[mail.limit].map(({ terms, key, reason }) => ({
    budget: budgets.budget(terms),
    key: key(mail),
    reason,
  }))

const costOf = (cost: number) => (use: Use) => ({ ...use, cost })

// The limits differ, so they tell the budgets of one key apart.
const nameOf = ({ budget, key }: Use) => `${budget.limit} ${key}`

/**
 * Counts all uses and returns how many were left of each before. What may not leave is taken off again afterwards, behind
 * the locks of this count.
 */
async function countAll(
  { budgets }: Pick<Deps, 'budgets'>,
  tx: Tx,
  uses: readonly Use[],
): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  if (uses.length === 0) return left
  const sums = await budgets.settleIn(tx, uses.map(costOf(1)))
  for (const [at, use] of uses.entries()) {
    // What is left after the count, and then one for each use that was counted.
    const name = nameOf(use)
    left.set(name, (left.get(name) ?? use.budget.limit - (sums[at] ?? 0)) + 1)
  }
  return left
}
