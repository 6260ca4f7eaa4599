import assert from 'node:assert/strict'
import { raising } from '../../src/alerts/raise-alert.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import type { Noun } from '../../src/definition/noun.ts'
import { placeColumn } from '../../src/definition/resource.ts'
import { routesOf } from '../../src/http/openapi/routes.ts'
import { recordFindings } from '../../src/payments/reconciliation/findings.ts'
import type { Json } from './app.ts'
import type { Conforming } from './conforming.ts'
import { integration } from './oauth.ts'
import { saleBody } from './payments.ts'
import type { SampleSite } from './samples.ts'

/** Does everything that creates records without a POST: mails, views, files, batches, grants, deliveries, runs. */
export async function makeEverything({ t }: Conforming, { api, merchant }: SampleSite): Promise<void> {
  const { location_id, user, terminal_id, cc_product_transaction_id } = merchant
  const invoice = { location_id, title: 'Isolated', due_date: '2030-01-31', item_list: { Mowing: '10.00' } }
  const hook = { location_id, resource: 'contact', url: 'http://127.0.0.1:9/hooks', on_create: 1, is_active: 1 }
  await done(api.post('postbackconfigs', { postbackconfig: hook }))
  const mailed = { email: `payer@${user.domain}`, send_email: 1, cell_phone: '2025550188', send_text_to_pay: 1 }
  const { quickinvoice } = await done(api.post('quickinvoices', { quickinvoice: { ...invoice, ...mailed } }))
  const form = new FormData()
  form.append('file[file]', new Blob(['kept apart']), 'note.txt')
  await done(api.multipart('POST', `quickinvoices/${quickinvoice.id}/files`, form))
  await t.as({}).get(`/quickinvoice?id=${quickinvoice.id}`)
  await done(api.post('contacts', { contact: { location_id, last_name: 'Isolated' } }))
  await done(api.post('transactions', { transaction: saleBody({ product_transaction_id: cc_product_transaction_id }) }))
  const run = { action: 'sale', payment_method: 'cc', transaction_amount: '3.00', terminal_id, location_id }
  await done(api.post('routertransactions', { routertransaction: run }))
  const vault = { payment_method: 'ach', location_id, account_number: '55577', routing: '072000326', is_company: false }
  const { accountvault } = await done(
    api.post('accountvaults', {
      accountvault: { ...vault, account_type: 'checking', account_holder_name: 'Isolated' },
    }),
  )
  const product_transaction_id = merchant.ach_product_transaction_id
  await done(api.post(`accountvaults/${accountvault.id}/microdeposits`, { accountvault: { product_transaction_id } }))
  const app = integration(t, { ...t.oauth, redirect_uri: t.oauth.redirect_uris[0]! }, user)
  await app.exchange(await app.code())
  const client = {
    name: 'Own',
    description: 'Own',
    homepage_url: 'https://own.example',
    redirect_urls: ['https://own.example/'],
  }
  await done(api.post('oauthclients', { oauthclient: client }))
  await t.settle()
  await differ(t, merchant.location_id)
  const used = `insert into signature_use (root_id, user_id, signed_ts, part, opened) values ($1, $2, 1, 'part', 'form')`
  await t.db.run(used, [merchant.location_id, user.user_id])
  const raise = raising({ store: t.app.store, clock: t.clock, silenced: [] })
  await raise([{ root_id: merchant.location_id, matter: 'key_place', subject: user.user_id, says: 'Used elsewhere.' }])
}

/** A difference between the books and a processor, which nothing in order would leave. */
async function differ({ app }: Conforming['t'], location_id: string): Promise<void> {
  const caller = systemCaller(location_id, 'test')
  const finding = { kind: 'net_amount', subject: location_id, location_id, ours: null, theirs: '1.00' } as const
  await app.store.transaction({ caller }, work => recordFindings(work, [finding], 'hand', 1_800_000_000))
}

async function done(request: Promise<{ status: number; body: Json; text: string }>): Promise<Json> {
  const { status, body, text } = await request
  assert.ok(status === 200 || status === 201, `${status} ${text}`)
  return body
}

/**
 * Ids of the records of this resource in this tree and not below this location of it, oldest first, whoever may read
 * them.
 */
export async function recordsOf({ t }: Conforming, { resource }: Noun, root_id: string, but = ''): Promise<string[]> {
  const place = placeColumn(resource)
  const below = `select descendant_id from location_tree where ancestor_id = $2`
  const elsewhere = place === null ? '$2::text is not null' : `("${place}" is null or "${place}" not in (${below}))`
  const text = `select id from "${resource.table}" where root_id = $1 and deleted_ts is null and ${elsewhere} order by id limit 500`
  return (await t.db.query<{ id: string }>(text, [root_id, but])).map(({ id }) => String(id))
}

/** Whether any of its endpoints names one of its records. */
export function isAddressed(noun: Noun): boolean {
  return routesOf([noun]).some(({ path }) => path.includes('/{id}'))
}
