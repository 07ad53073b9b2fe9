import { Button } from '@mantine/core'
import type { OrderDetail } from '@marquee-events/client'
import { useState } from 'react'
import { useRights } from '../../interface/rights.ts'
import { counted, plain } from '../../pieces/words.ts'
import { CorrectAttendee } from '../people/correct-attendee.tsx'
import { MoveAttendee } from '../people/move-attendee.tsx'

/** The places of an order, each with its holder. */
export function OrderPlaces({ order }: { order: OrderDetail }) {
  const { may, mayAnywhere } = useRights()
  const [correcting, correct] = useState<number>()
  const [moving, move] = useState<number>()
  const mayWrite =
    order.post_id === null ? mayAnywhere('attendees.write') : may('attendees.write', order.post_id)
  const nameOf = (ticket: number) =>
    order.items.find(line => line.type === 'ticket' && line.ticket_id === ticket)?.name ?? 'Ticket'
  return (
    <>
      <h2>{counted(order.attendees.length, 'place')}</h2>
      <div style={{ display: 'grid', gap: 8, marginTop: 8 }}>
        {order.attendees.map(place => (
          <div key={place.id} className="place">
            <div className="breaks">
              <div className="strong">{plain(place.title) || 'No name yet'}</div>
              <div className="soft small">
                {plain(nameOf(place.ticket_id))}
                {place.security_code !== '' && (
                  <>
                    {' · '}
                    <span className="code">{place.security_code}</span>
                  </>
                )}
              </div>
            </div>
            {mayWrite && (
              <Button
                variant="subtle"
                aria-label={`Correct ${plain(place.title) || 'the place'}`}
                onClick={() => correct(place.id)}
              >
                Correct
              </Button>
            )}
            {mayWrite && (
              <Button
                variant="subtle"
                aria-label={`Move ${plain(place.title) || 'the place'}`}
                onClick={() => move(place.id)}
              >
                Move
              </Button>
            )}
          </div>
        ))}
      </div>
      {correcting !== undefined && (
        <CorrectAttendee key={correcting} id={correcting} close={() => correct(undefined)} />
      )}
      {moving !== undefined && (
        <MoveAttendee key={moving} id={moving} close={() => move(undefined)} />
      )}
    </>
  )
}
