import { Type } from 'typebox'
import {
  addressOf,
  countOf,
  emptyList,
  idOf,
  said,
} from '../../platform/http/described/answer-shapes.ts'
import {
  filledText,
  flag,
  id,
  pageNumber,
  text,
  textList,
} from '../../platform/http/described/params.ts'
import { nameCharactersMax } from './rules.ts'

const urls = Type.Object(
  {
    self: addressOf('the term in this interface'),
    collection: addressOf('the list of its kind'),
    up: Type.Optional(said('The address of its parent; absent at the top level.')),
  },
  { title: 'TermUrls', description: 'Where the term stands in this interface.' },
)

const described = {
  id: idOf('term'),
  count: countOf('Public events with this term'),
  description: said('Plain text.'),
  name: said('What it is called, with HTML escaped.'),
  slug: said('The last part of its address.'),
  taxonomy: said('`tribe_events_cat` for categories, `post_tag` for tags.'),
  urls,
}

const Link = Type.Object({ href: addressOf('the target') }, { title: 'Link' })
const links = (description: string) => Type.Array(Link, { description })
const TermLinks = Type.Object(
  {
    self: links('The term itself.'),
    collection: links('The list of its kind.'),
    up: Type.Optional(links('Its parent.')),
  },
  { description: 'The same as `urls`; in answers of reads only.' },
)

/** A term in the responses of its own routes. */
export const TermView = Type.Object(
  {
    ...described,
    parent: Type.Optional(
      Type.Integer({ description: 'The parent category, 0 at the top level; absent for tags.' }),
    ),
    meta: emptyList('Always empty.'),
    url: addressOf('its page'),
    _links: Type.Optional(TermLinks),
  },
  { title: 'Term' },
)

/** A term inside an event. */
export const EmbeddedTerm = Type.Object(
  {
    ...described,
    term_group: Type.Integer({ description: 'Always 0.' }),
    term_taxonomy_id: Type.Integer({ description: 'The same as `id`.' }),
    parent: Type.Integer({ description: 'The parent category; 0 at the top level.' }),
    filter: said('Always `raw`.'),
  },
  { title: 'EventTerm' },
)

export const TermParams = Type.Object({
  id: Type.Integer({ minimum: 0, description: 'The id of the term.' }),
})

const saysSomething = (value: unknown) => typeof value === 'string' && /\S/.test(value)
const name = () =>
  text({ maxLength: nameCharactersMax, holds: saysSomething, description: 'What it is called.' })
const extras = {
  description: Type.Optional(filledText({ maxLength: 100_000, description: 'The description.' })),
  slug: Type.Optional(
    filledText({ maxLength: nameCharactersMax, description: 'Derived from the name by default.' }),
  ),
}
const parent = (minimum: number) =>
  Type.Optional(Type.Integer({ minimum, description: 'The parent category.' }))

export const NewTag = Type.Object({ name: name(), ...extras })
export const NewCategory = Type.Object({ ...NewTag.properties, parent: parent(1) })
export const TagChanges = Type.Object({ name: Type.Optional(name()), ...extras })
export const CategoryChanges = Type.Object({ ...TagChanges.properties, parent: parent(0) })

export const TagListQuery = Type.Object({
  page: Type.Optional(pageNumber()),
  per_page: Type.Optional(Type.Integer({ minimum: 1, description: 'Page size; at most 50.' })),
  search: Type.Optional(filledText({ maxLength: 500, description: 'Words in name or slug.' })),
  exclude: Type.Optional(textList({ description: 'All but these ids or slugs.' })),
  include: Type.Optional(textList({ description: 'Only these ids or slugs.' })),
  order: Type.Optional(filledText({ description: '`asc` or `desc`.' })),
  orderby: Type.Optional(
    filledText({ description: '`name`, `id`, `slug`, `description`, `count` or `include`.' }),
  ),
  hide_empty: Type.Optional(
    flag({ default: true, description: 'Whether terms without events are left out.' }),
  ),
  post: Type.Optional(id({ description: 'Terms of this event.' })),
  event: Type.Optional(id({ description: 'The same; it takes precedence over `post`.' })),
  slug: Type.Optional(filledText({ description: 'Only the term with this slug.' })),
})

export const CategoryListQuery = Type.Object({ ...TagListQuery.properties, parent: parent(1) })
