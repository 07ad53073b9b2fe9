import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { findRecordPage, findRecords } from '../linked/lookup.ts'
import type { VenueView } from './fields.ts'
import { venueKind } from './kind.ts'

export type Venue = Static<typeof VenueView>

/** The venues with these ids, whatever their status; unknown ids are skipped. */
export const findVenues = (db: Db, ids: readonly number[]) => findRecords(db, venueKind, ids)

/** The venue whose public page has this name in its address: its slug or its id. */
export const findVenuePage = (db: Db, name: string) => findRecordPage(db, venueKind, name)
