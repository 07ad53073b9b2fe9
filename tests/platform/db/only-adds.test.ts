import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../../../src/platform/db/migrate.ts'
import { breaksOldCode, type Catalog, readCatalog } from '../../support/catalog.ts'
import { hasOnce, openTestDatabase } from '../../support/database.ts'
import { releases } from '../../support/releases.ts'

// This version migrates the database while processes of a release still use it.
describe.runIf(hasOnce).each(releases())('migrations since $version only add', async release => {
  const database = await openTestDatabase()
  const { pool } = database
  const all = readMigrations()
  const released = all.filter(({ version }) => version <= release.migration)
  const since = all.filter(({ version }) => version > release.migration)
  let before: Catalog

  beforeAll(async () => {
    await pool.query('drop schema public cascade; create schema public')
    await migrate(database, released)
    before = await readCatalog(pool)
  })
  afterAll(() => database.close())

  /** A trial migration, rolled back, and what it would break. */
  async function brokenBy(text: string): Promise<string[]> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query(text)
      return breaksOldCode(before, await readCatalog(client), {
        migrations: text,
        readsWhole: ['tickets'],
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test.each([
    ['drop table facts', 'table facts is gone'],
    ['alter table facts rename to things_that_happened', 'table facts is gone'],
    [
      'create table copy (like fees including all); drop table fees cascade; alter table copy rename to fees',
      'table fees is another one',
    ],
    ['alter table orders drop column recheck_at', 'column orders.recheck_at is gone'],
    ['alter table orders rename column recheck_at to look_at', 'column orders.recheck_at is gone'],
    [
      'alter table fees alter slug type varchar(40)',
      'column fees.slug is character varying(40), was text',
    ],
    [
      'alter table orders alter coupon_id set not null',
      'column orders.coupon_id has become required',
    ],
    ['alter table venues alter address drop default', 'column venues.address has another default'],
    [
      `alter table venues alter address set default 'x'`,
      'column venues.address has another default',
    ],
    ['alter table orders add column door text not null', 'column orders.door is new and required'],
    [
      'alter table events drop constraint events_image_id_fkey',
      'constraint events_image_id_fkey on events is gone',
    ],
    [
      'alter table orders add constraint orders_are_dear check (total_minor > 0)',
      'constraint orders_are_dear on orders is new and looks at what old code writes',
    ],
    [
      'create unique index one_fee on fees (display_name)',
      'unique index one_fee on fees is new and looks at what old code writes',
    ],
    [
      `create function refuse() returns trigger language plpgsql as 'begin return null; end';
       create trigger refusing before insert on fees for each row execute function refuse()`,
      'trigger refusing on fees is new and looks at what old code writes',
    ],
    [
      'alter table tickets add column door text',
      'column tickets.door is new in a table that is read whole',
    ],
    ['delete from carts', 'rows of carts are thrown away'],
    [`do 'begin drop table facts; end'`, 'table facts is gone'],
  ])('and %s is caught', async (text, sentence) => {
    expect(await brokenBy(text)).toContain(sentence)
  })

  test.each([
    'create table doors (id int primary key, name text not null unique)',
    'alter table orders add column door text',
    `alter table orders add column door text not null default '' check (length(door) < 9)`,
    'create index fees_by_name on fees (display_name)',
    `alter table orders add constraint orders_have_a_total check (total_minor >= 0);
     -- old code satisfies orders_have_a_total: every writer has the sum of its lines`,
    `update fees set display_name = slug where display_name = ''`,
  ])('and %s is allowed', async text => {
    expect(await brokenBy(text)).toEqual([])
  })

  test(`to ${release.version}, so that its processes go on working`, async () => {
    await migrate(database, all)
    const migrations = since.map(({ text }) => text).join('\n')
    const { readsWhole } = release
    const broken = breaksOldCode(before, await readCatalog(pool), { migrations, readsWhole })
    expect(broken).toEqual([])
  })
})
