import type { Deps } from '../../messaging/deps.ts'
import { chooseRefund } from '../../organising/runs/choices/choose-refund.ts'
import { offeredBy } from '../../organising/runs/choices/rules.ts'
import type { Page, Redirect } from '../kit/page.ts'
import type { Visit } from '../kit/pages.ts'
import { linkedOrder, readOwnOrder } from './own-order.ts'
import { shown, toPage, told } from './show-own-order.ts'

/** Takes what the buyer chose of the money of an order. */
export async function takeChoice(deps: Deps, visit: Visit): Promise<Page | Redirect | undefined> {
  const linked = await linkedOrder(deps, visit)
  if (!linked) return undefined
  const own = await readOwnOrder(deps, linked)
  const { form, words } = visit
  const open = own.choices.find(({ run_id: run, n }) => form['item'] === `${run}.${n}`)
  if (!open) return shown(deps, visit, { own, refusal: words.t('choice.tooLate'), status: 409 })
  const choice = offeredBy({ mayKeep: open.may_keep }).find(one => one === form['choice'])
  if (!choice) return shown(deps, visit, { own, refusal: words.t('choice.none'), status: 422 })
  const item = { orderId: own.order.id, runId: open.run_id, n: open.n }
  const isKept = await chooseRefund(deps, { ...item, choice })
  return isKept
    ? told(toPage(deps, own.order), 'choice', visit)
    : shown(deps, visit, { own, refusal: words.t('choice.tooLate'), status: 409 })
}
