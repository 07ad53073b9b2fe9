import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { findRecordPage, findRecords } from '../linked/lookup.ts'
import type { OrganizerView } from './fields.ts'
import { organizerKind } from './kind.ts'

export type Organizer = Static<typeof OrganizerView>

/** The organizers with these ids, whatever their status; unknown ids are skipped. */
export const findOrganizers = (db: Db, ids: readonly number[]) =>
  findRecords(db, organizerKind, ids)

/** The organizer whose public page has this name in its address: its slug or its id. */
export const findOrganizerPage = (db: Db, name: string) => findRecordPage(db, organizerKind, name)
