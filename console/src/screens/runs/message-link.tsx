import { Link } from '@tanstack/react-router'
import type { ListAddress } from '../../interface/list-address.ts'
import { useRights } from '../../interface/rights.ts'

type Props = { list: 'orders' | 'attendees'; address: ListAddress }

/** Leads from a list to a message to everybody in it. */
export function MessageLink({ list, address }: Props) {
  const { may } = useRights()
  if (!may('mails.write')) return null
  const query = String(new URLSearchParams(address))
  return (
    <Link to="/message" search={{ list, query }} className="small">
      Write to these
    </Link>
  )
}
