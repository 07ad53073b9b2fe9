import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerField } from '../../src/core/questions/fields.ts'
import { questionKinds } from '../../src/core/questions/kinds.ts'
import { judgeForm, placeName } from '../../src/core/questions/live-form.ts'
import {
  askedOfOrder,
  askedOfPlace,
  type AskedQuestion,
  conditionWords,
  judgeSheet,
} from '../../src/core/questions/rules.ts'
import { isPlainObject } from '../../src/platform/http/request/coerce.ts'
import { parseQuery } from '../../src/platform/http/request/request.ts'
import { fieldPlace, sentSheet } from '../../src/web/questions/sent-sheet.ts'

const long = process.env['LONG'] !== undefined
const seed = Number(process.env['SEED'] ?? (long ? Date.now() % 2 ** 31 : 1))
const tickets = [11, 12]

const choiceIds = ['a', 'b', 'c']
const choices = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...choiceIds),
    text: fc.constant({}),
    closed: fc.boolean(),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 3 },
)

const drafts = fc.record({
  asked_of: fc.constantFrom('order' as const, 'attendee' as const),
  kind: fc.constantFrom(...questionKinds),
  required: fc.boolean(),
  choices,
  tickets: fc.subarray(tickets),
  depends: fc.option(fc.nat(8)),
  is: fc.subarray([...choiceIds, 'yes', 'no'], { minLength: 1 }),
})

/** Questions as staff can make them: conditions name a question that has none, and that is asked before or above. */
const forms = fc.array(drafts, { minLength: 1, maxLength: 8 }).map(list =>
  list.reduce<AskedQuestion[]>((made, { depends, is, ...draft }, at) => {
    const hasChoices = draft.kind === 'choice' || draft.kind === 'several'
    const base = { ...draft, id: at + 1, event_id: 1, choices: hasChoices ? draft.choices : [] }
    const source = depends === null ? undefined : made[depends]
    const words = (source && conditionWords(source)) ?? []
    const named = is.filter(one => words.includes(one))
    const fits =
      source &&
      !source.show_if &&
      named.length > 0 &&
      !(base.asked_of === 'order' && source.asked_of === 'attendee')
    return [...made, { ...base, show_if: fits ? { question: source.id, is: named } : null }]
  }, []),
)

const single = fc.constantFrom(
  '',
  'yes',
  'no',
  'a',
  'b',
  'x',
  'Ada',
  'two\nlines',
  'ada@example.org',
  'ada@',
  '2031-02-28',
  '2031-02-30',
  '+49 30 1234567',
  '12',
  ' yes ',
  'ö'.repeat(300),
)
const answered = fc.oneof(single, fc.subarray(choiceIds, { minLength: 2 }))
const placesOf = fc.array(fc.constantFrom(...tickets), { minLength: 1, maxLength: 4 })

type FormPlace = { event_id: number; ticket_id: number; index: number }

test(`the page without a script, the script and the server judge every form alike (k1, seed ${seed})`, () => {
  fc.assert(
    fc.property(
      forms,
      placesOf,
      fc.array(answered, { minLength: 40, maxLength: 40 }),
      (questions, held, values) => {
        const places = held.map(
          (ticket_id, at): FormPlace => ({
            event_id: 1,
            ticket_id,
            index: held.slice(0, at).filter(one => one === ticket_id).length,
          }),
        )
        let next = 0
        const fields: [string, string][] = []
        const fill = (asked: readonly AskedQuestion[], place?: FormPlace) => {
          const given = new Map<number, unknown>()
          for (const { id, kind } of asked) {
            const drawn = values[next % values.length] ?? ''
            next += 1
            const value = kind === 'several' ? drawn : [drawn].flat()[0]
            const name = answerField(id, place && fieldPlace(place))
            // What a browser sends of checkboxes: the blank before them, and those that are ticked.
            if (kind === 'several' || kind === 'consent') fields.push([name, ''])
            for (const one of [value].flat()) fields.push([name, one ?? ''])
            given.set(id, value)
          }
          return given
        }
        const ofOrder = askedOfOrder(questions, places)
        const given = {
          order: fill(ofOrder),
          places: places.map(place => fill(askedOfPlace(questions, place), place)),
        }
        const server = judgeSheet(questions, places, { given })

        const { answers } = parseQuery(new URLSearchParams(fields).toString())
        const members = isPlainObject(answers) ? answers : {}
        const page = judgeSheet(questions, places, { given: sentSheet(members, questions, places) })
        expect(page).toEqual(server)

        const groups = new Map([
          ['', ofOrder],
          ...places.map(
            place => [placeName(fieldPlace(place)), askedOfPlace(questions, place)] as const,
          ),
        ])
        const bare = new Map(
          [...groups].map(([name, asked]) => [name, JSON.parse(JSON.stringify(asked))] as const),
        )
        const script = judgeForm(bare, name =>
          fields.flatMap(([own, value]) => (own === name ? [value] : [])),
        )
        expect(script.get('')).toEqual(server.order)
        places.forEach((place, at) => {
          expect(script.get(placeName(fieldPlace(place)))).toEqual(server.places[at])
        })

        for (const part of [server.order, ...server.places]) {
          const shown = new Set(part.shown.map(({ id }) => id))
          expect([...part.kept.keys()].every(id => shown.has(id))).toBe(true)
          expect(part.problems.every(({ question }) => shown.has(question))).toBe(true)
        }
      },
    ),
    { numRuns: long ? 10_000 : 300, seed },
  )
})
