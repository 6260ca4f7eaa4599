import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Client, Json } from '../support/app.ts'
import type { Conforming } from '../support/conforming.ts'
import { saleBody } from '../support/payments.ts'
import { twoMerchants } from '../support/two-merchants.ts'

/** Every address that an answer gives is one that its reader may ask. */

let c: Conforming
let readers: [string, Client][]
before(async () => {
  c = await twoMerchants()
  readers = [
    ['an administrator', c.t.api],
    ['a clerk', c.t.clerk],
  ]
  await describeDeveloper()
  await loseContact()
})
after(() => c.t.close())

const BASE = 'http://127.0.0.1:8080'
const nouns = bareRegistry().nouns.map(({ resource }) => resource)
const listed = nouns.filter(({ verbs }) => verbs.includes('list'))
const followed = new Map<string, number>()

for (const { name, plural, expands } of listed) {
  test(`F8 every href in ${plural}, and in what is embedded there, answers its reader`, async () => {
    for (const [who, client] of readers) {
      const hrefs = new Set<string>()
      for (const expand of [undefined, ...Object.keys(expands)]) {
        const page = await client.get(`${plural}?page_size=50${expand ? `&expand=${expand}` : ''}`)
        if (page.status === 403) continue
        assert.equal(page.status, 200, page.text)
        for (const href of hrefsIn(page.body)) hrefs.add(href)
      }
      for (const href of hrefs) assert.equal(await statusOf(who, client, href), 200, `${who}: ${href} in ${name}`)
    }
  })
}

test('F8 what is only embedded is read where it says that it is', () => {
  const paths = ['branding_domains', 'developercompanies', 'transactionhistories']
  for (const path of paths)
    assert.ok(
      [...followed.keys()].some(href => href.includes(`/v2/${path}/`)),
      path,
    )
})

async function statusOf(who: string, client: Client, href: string): Promise<number> {
  const key = `${who} ${href}`
  const known = followed.get(key)
  if (known !== undefined) return known
  assert.ok(href.startsWith(BASE), href)
  const { status } = await client.get(href.slice(BASE.length))
  followed.set(key, status)
  return status
}

function hrefsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(hrefsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'href' && typeof inner === 'string' ? [inner] : hrefsIn(inner),
  )
}

/** What was kept about a contact stays when the contact is deleted. */
async function loseContact(): Promise<void> {
  const { api } = c.t
  const { location_id } = c.own.merchant
  const { id } = (await api.post('contacts', { contact: { location_id, last_name: 'Gone' } })).body.contact
  const note = { resource: 'Contact', resource_id: id, note: 'Prefers mornings.' }
  const made = await api.post('notes', { note })
  assert.deepEqual(made.body.note._links.for, { href: `${BASE}/v2/contacts/${id}` })
  const transaction = saleBody({
    location_id,
    contact_id: id,
    product_transaction_id: c.own.merchant.cc_product_transaction_id,
  })
  assert.equal((await api.post('transactions', { transaction })).status, 201)
  const form = new FormData()
  form.append('file[file]', new Blob(['kept']), 'note.txt')
  assert.equal((await api.multipart('POST', `contacts/${id}/files`, form)).status, 201)
  assert.equal((await api.delete(`contacts/${id}`)).status, 204)
}

test('G18 a note links to its contact while there is one', async () => {
  const { notes } = (await c.t.api.get('notes?page_size=50&expand=contact')).body
  assert.ok(notes.some(({ contact }: Json) => contact) && notes.some(({ contact }: Json) => !contact))
  for (const { contact, _links } of notes) assert.equal('for' in _links, contact !== null)
  const [plain] = (await c.t.api.get('notes?page_size=1')).body.notes
  assert.ok(!('contact' in plain))
})

/** The operator names the software that a location uses. */
async function describeDeveloper(): Promise<void> {
  const { location_id } = c.own.merchant
  const id = 'd0'.repeat(12)
  await c.t.owner.run(
    `insert into developercompany (id, root_id, title, created_ts, modified_ts) values ($1, $2, 'Example Software', 1, 1)`,
    [id, location_id],
  )
  await c.t.owner.run('update location set developer_company_id = $1 where root_id = $2', [id, location_id])
}
