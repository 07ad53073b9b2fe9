import { Button, Group } from '@mantine/core'
import type { CodeList } from '@marquee-events/client'
import { Link } from '@tanstack/react-router'
import { marquee } from '../../interface/marquee.ts'
import { useRights } from '../../interface/rights.ts'
import { useWrite } from '../../interface/writes.ts'
import { copy } from '../../pieces/copy.tsx'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, plain } from '../../pieces/words.ts'
import type { CodeChoices } from './code-draft.ts'
import { codeWords, usesOf } from './code-words.ts'
import { OnOff } from './rule-fields.tsx'

type Row = CodeList['coupons'][number]

type Props = {
  label: string
  codes: readonly Row[]
  choices: CodeChoices
  change: (id: number) => void
}

/** Codes with what each does as a sentence, how much of it is used, its orders and its link. */
export function CodeRecords({ label, codes, choices, change }: Props) {
  const columns: readonly Column<Row>[] = [
    {
      head: 'Code',
      cell: code => (
        <>
          <span className="strong code breaks">{code.slug}</span>
          {plain(code.name) !== code.slug && <div className="soft small">{plain(code.name)}</div>}
          {code.limits !== undefined && code.limits.tag !== '' && (
            <div className="soft small">{`#${code.limits.tag}`}</div>
          )}
        </>
      ),
    },
    { head: 'What it does', cell: code => codeWords(code, choices) },
    { head: 'Used', cell: code => <Uses code={code} /> },
    { head: 'Link', cell: code => <CodeLink code={code} /> },
    { head: 'State', right: true, cell: code => <State code={code} change={change} /> },
  ]
  return (
    <div className="codes">
      <Records label={label} columns={columns} rows={codes} keyOf={({ id }) => id} />
    </div>
  )
}

function Uses({ code }: { code: Row }) {
  const { mayAnywhere } = useRights()
  const { words, used, held, most } = usesOf(code)
  const orders = counted(code.used, 'order')
  return (
    <div className="uses small">
      {most !== null && (
        <div className="bar" aria-hidden="true">
          <i className="sold" style={{ width: `${100 * used}%` }} />
          <i className="held" style={{ width: `${100 * held}%` }} />
        </div>
      )}
      <div>{words}</div>
      {code.used > 0 &&
        (mayAnywhere('orders.read') ? (
          <Link to="/orders" search={{ 'filter.coupon': code.slug }}>
            {orders}
          </Link>
        ) : (
          orders
        ))}
    </div>
  )
}

function CodeLink({ code: { slug, link } }: { code: Row }) {
  return link === null ? (
    <span className="soft small">typed in the basket</span>
  ) : (
    <Button variant="subtle" aria-label={`Copy link of ${slug}`} onClick={() => void copy(link)}>
      Copy link
    </Button>
  )
}

function State({ code, change }: { code: Row; change: (id: number) => void }) {
  const isActive = code.status === 'active'
  const write = useWrite({
    write: () => marquee.updateCoupon({ id: code.id, status: isActive ? 'inactive' : 'active' }),
    changes: ['coupons'],
    done: isActive ? `${code.slug} is off.` : `${code.slug} is on.`,
  })
  return (
    <Group gap={4} justify="flex-end">
      <OnOff
        name={code.slug}
        isOn={isActive}
        on="Active"
        isWaiting={write.isPending}
        turn={() => write.mutate(undefined)}
      />
      <Button variant="subtle" aria-label={`Change ${code.slug}`} onClick={() => change(code.id)}>
        Change
      </Button>
    </Group>
  )
}

type Pages = { pages: readonly CodeList[] }

/** The rows of all pages that were read, and the names that they need. */
export const pagesOf = ({ pages }: Pages) => ({
  codes: pages.flatMap(({ coupons }) => coupons),
  choices: {
    events: pages.flatMap(({ events }) => events),
    tickets: pages.flatMap(({ tickets }) => tickets),
  },
})

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export function More({ list }: { list: List }) {
  if (!list.hasNextPage) return null
  return (
    <Group justify="center" mt="md">
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Older ones
      </Button>
    </Group>
  )
}
