import { type RawBuilder, sql } from 'kysely'

/** A text within a LIKE pattern: its own `%`, `_` and `\` stand for themselves. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Whether a text contains one of the forms of a word of a search. A search of blanks alone has no form, so no text does. */
export const holdsOneOf = (field: RawBuilder<unknown>, forms: readonly string[]) =>
  forms.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(
        forms.map(form => sql`${field} like ${containing(form)}`),
        sql` or `,
      )})`

/** A LIKE pattern for texts that contain this one. */
export const containing = (text: string): string => `%${literally(text)}%`
