import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { olderDatabase } from '../support/older-database.ts'

/** Branding addresses of the time before 0142, which belonged to whoever wrote them. */

const old = await olderDatabase('0142', new Map())
after(() => old.drop())

const MANY = 8_000

const insert = (id: string, url: string, created: string, deleted: string) =>
  `insert into branding_domain (id, root_id, url, title, allow_contact_signup, allow_contact_registration,
     allow_contact_login, registration_fields, custom_theme, created_ts, modified_ts, deleted_ts)
   select ${id}, ${id}, ${url}, 'Pay', false, false, false, '{}', '', ${created}, 1, ${deleted}
     from generate_series(1, $1::int) i`

test('the first who wrote an address owns it, and thousands of them are given their owners in seconds', async () => {
  await old.database.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(insert(`'a' || i`, `'pay' || i || '.example'`, '10', 'null'), [MANY])
    await tx.run(insert(`'later' || i`, `'PAY1.example'`, '11', 'null'), [2])
    await tx.run(insert(`'gone' || i`, `'pay1.example'`, '5', '6'), [1])
  })
  const began = performance.now()
  await migrate(old.url)
  // One comparison of each with each took a minute.
  assert.ok(performance.now() - began < 20_000, 'it took too long')
  const [owned] = await old.database.query(
    `select count(*)::int as owned, count(*) filter (where id !~ '^a')::int as by_others from branding_domain
      where owned_ts is not null`,
  )
  assert.deepEqual(owned, { owned: MANY, by_others: 0 })
})

test('G17 stored addresses become hosts, and one host keeps its first owner', async () => {
  const before = await olderDatabase('0380', new Map())
  after(() => before.drop())
  const rows = [
    ['a', 'ra', 'https://Pay.example/', 10],
    ['b', 'rb', 'pay.example.', 11],
    ['c', 'rc', 'own.example', 12],
    ['d', 'rc', 'http://own.example:8080', 13],
  ] as const
  await before.database.transaction(async tx => {
    await tx.run('set local session_replication_role = replica')
    for (const [id, root_id, url, created_ts] of rows)
      await tx.run(
        `insert into branding_domain (id, root_id, url, title, allow_contact_signup, allow_contact_registration,
           allow_contact_login, registration_fields, custom_theme, created_ts, modified_ts, owned_ts)
         values ($1, $2, $3, 'Pay', false, false, false, '{}', '', $4, 1, $4)`,
        [id, root_id, url, created_ts],
      )
  })
  await migrate(before.url)
  assert.deepEqual(
    await before.database.query('select id, url, owned_ts is not null as owned from branding_domain order by id'),
    [
      { id: 'a', url: 'pay.example', owned: true },
      { id: 'b', url: 'pay.example', owned: false },
      { id: 'c', url: 'own.example', owned: true },
      { id: 'd', url: 'http://own.example:8080', owned: true },
    ],
  )
})
