import { Button } from '@mantine/core'
import type { OrderPage, OrderPlace } from '@marquee-events/client'
import { useState } from 'react'
import { useRights } from '../../interface/rights.ts'
import { counted, instantWords, plain } from '../../pieces/words.ts'
import { CorrectAttendee } from '../people/correct-attendee.tsx'
import { MoveAttendee } from '../people/move-attendee.tsx'

/** The places of an order, each with its holder. */
export function OrderPlaces({ order }: { order: OrderPage }) {
  const { may, mayAnywhere } = useRights()
  const [correcting, correct] = useState<number>()
  const [moving, move] = useState<number>()
  const mayWrite =
    order.post_id === null ? mayAnywhere('attendees.write') : may('attendees.write', order.post_id)
  const valid = order.places.filter(place => place.valid)
  const ended = order.places.filter(place => !place.valid)
  return (
    <>
      <h2>{counted(valid.length, 'place')}</h2>
      <div style={{ display: 'grid', gap: 8, marginTop: 8 }}>
        {valid.map(place => (
          <div key={place.id} className="place">
            <div className="breaks">
              <div className="strong">{place.name || 'No name yet'}</div>
              <div className="soft small">{placeWords(place, order.places.length)}</div>
            </div>
            {mayWrite && (
              <Button
                variant="subtle"
                aria-label={`Correct ${place.name || 'the place'}`}
                onClick={() => correct(place.id)}
              >
                Correct
              </Button>
            )}
            {mayWrite && (
              <Button
                variant="subtle"
                aria-label={`Move ${place.name || 'the place'}`}
                onClick={() => move(place.id)}
              >
                Move
              </Button>
            )}
          </div>
        ))}
      </div>
      {ended.length > 0 && (
        <p className="soft small breaks" style={{ marginTop: 8 }}>
          Ended:{' '}
          {ended
            .map(
              ({ name, ticket, number }) =>
                `${name || 'no name'}, ${plain(ticket)}, place ${number}`,
            )
            .join('; ')}
        </p>
      )}
      {correcting !== undefined && (
        <CorrectAttendee key={correcting} id={correcting} close={() => correct(undefined)} />
      )}
      {moving !== undefined && (
        <MoveAttendee key={moving} id={moving} close={() => move(undefined)} />
      )}
    </>
  )
}

/** The ticket, which place of how many it is, and where it is by now. */
function placeWords(place: OrderPlace, places: number): string {
  return [
    plain(place.ticket),
    places > 1 ? `place ${place.number} of ${places}` : '',
    place.checked_in_at === null ? '' : `inside since ${instantWords(place.checked_in_at)}`,
    place.passed_on_at === null ? '' : 'passed on to somebody else',
  ]
    .filter(part => part !== '')
    .join(' · ')
}
