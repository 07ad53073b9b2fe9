import type { CouponBatch } from '@marquee-events/client'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { batchesQuery } from '../../interface/code-queries.ts'
import { marquee } from '../../interface/marquee.ts'
import { useWrite } from '../../interface/writes.ts'
import { type Column, Records } from '../../pieces/records.tsx'
import { counted, instantWords } from '../../pieces/words.ts'
import { site } from '../../site.ts'
import { More } from './code-list.tsx'
import { OnOff } from './rule-fields.tsx'

const nameOf = ({ prefix, template }: CouponBatch) =>
  prefix === '' ? `Like ${template}` : `${prefix}…`

const columns: readonly Column<CouponBatch>[] = [
  {
    head: 'Codes',
    cell: batch => (
      <>
        <span className="strong code breaks">{nameOf(batch)}</span>
        {batch.tag !== '' && <div className="soft small">{`#${batch.tag}`}</div>}
      </>
    ),
  },
  {
    head: 'Made',
    cell: ({ created_at: at, template }) => (
      <span className="small">{`${instantWords(at)}, like ${template}`}</span>
    ),
  },
  { head: 'Used', cell: ({ orders }) => counted(orders, 'order') },
  { head: 'State', cell: batch => <Switch batch={batch} /> },
  {
    head: 'All of them',
    right: true,
    cell: batch => (
      <span className="small batch">
        <Link to="/coupons" search={{ batch: String(batch.id) }}>
          {`Show ${counted(batch.codes, 'code')}`}
          <span className="visually-hidden">{` of ${nameOf(batch)}`}</span>
        </Link>
        <a href={`${site.api}/admin/v1/coupon-batches/${batch.id}.csv`} download>
          Download
          <span className="visually-hidden">{` ${nameOf(batch)}`}</span>
        </a>
      </span>
    ),
  },
]

/** All codes of a batch, on or off at once. */
function Switch({ batch }: { batch: CouponBatch }) {
  const isOn = batch.active > 0
  const write = useWrite({
    write: () => marquee.updateCouponBatch({ id: batch.id, status: isOn ? 'inactive' : 'active' }),
    changes: ['coupons'],
    done: `${counted(batch.codes, 'code')} of ${nameOf(batch)}: ${isOn ? 'off' : 'on'}.`,
  })
  return (
    <OnOff
      name={`all codes of ${nameOf(batch)}`}
      isOn={isOn}
      on="Active"
      isWaiting={write.isPending}
      turn={() => write.mutate(undefined)}
    />
  )
}

/** Codes that were made at once, with their files; nothing where there are none. */
export function Batches() {
  const list = useSuspenseInfiniteQuery(batchesQuery)
  const batches = list.data.pages.flatMap(page => page.batches)
  if (batches.length === 0) return null
  return (
    <>
      <h2 className="over">Made many at once</h2>
      <div className="codes">
        <Records label="Batches" columns={columns} rows={batches} keyOf={({ id }) => id} />
      </div>
      <More list={list} />
    </>
  )
}
