import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRegistry } from '../../tools/bare-registry.ts'
import type { Json } from '../support/app.ts'
import { newInvoice } from '../support/invoices.ts'
import { newMerchant } from '../support/shared-gateway.ts'

/**
 * The expands in sections 4.3 to 4.11 of the contract, by resource. The tests of each resource check that the expands
 * return their keys.
 */
const NAMED: Readonly<Record<string, { statement: string; names: readonly string[] }>> = {
  accountvault: {
    statement: 'AV-64 AV-65',
    names: [
      'location',
      'contact',
      'signature',
      'created_user',
      'product_transaction',
      'account_vault_cau_product_transaction',
      'account_vault_cau_logs',
    ],
  },
  location: {
    statement: 'LOC-37',
    names: [
      'branding_domain',
      'created_user',
      'developer_company',
      'product_transactions',
      'product_recurring',
      'product_file',
      'parent',
      'terminal',
    ],
  },
  paylink: {
    statement: 'PL-37',
    names: ['contact', 'email_blacklist', 'sms_blacklist', 'location', 'tags', 'created_user', 'payment_url'],
  },
  recurring: {
    statement: 'RC-48',
    names: [
      'created_user',
      'account_vault',
      'transactions',
      'signature',
      'location',
      'contact',
      'tags',
      'product_transaction',
    ],
  },
  tag: { statement: 'TAG-11', names: ['created_user'] },
  scanner: { statement: 'SCN-16', names: ['scanner_model', 'location', 'created_user', 'scanner_manufacturer'] },
  deviceterm: {
    statement: 'DT-20 DT-21',
    names: ['created_user', 'location', 'terminal', 'reason_code', 'signature'],
  },
  transaction: { statement: 'L3-19', names: ['transaction_level3'] },
}

/** Section 4.11 of the contract names no expands. */
const NONE = ['transactionlevel3']

const registry = bareRegistry()
const t = await newMerchant()
const { api } = t
const [home] = t.merchants

for (const [name, { statement, names }] of Object.entries(NAMED)) {
  test(`${statement} ${name} has every expand the contract names`, () => {
    const { expands } = registry.get(name).resource
    assert.deepEqual(
      names.filter(each => !Object.hasOwn(expands, each)),
      [],
    )
  })
}

test('L3-24 level 3 data has no expands', () => {
  for (const name of NONE) assert.deepEqual(Object.keys(registry.get(name).resource.expands), [])
})

test('F17 expand given twice expands both, on a record, a list and a write', async () => {
  const invoice = await newInvoice(t)
  const both = ['location', 'payment_url']
  const query = 'expand=location&expand=payment_url'
  const one = (await api.get(`quickinvoices/${invoice.id}?${query}`)).body.quickinvoice
  const [listed] = (await api.get(`quickinvoices?id=${invoice.id}&${query}`)).body.quickinvoices
  const written = (await api.put(`quickinvoices/${invoice.id}?${query}`, { quickinvoice: { note: 'x' } })).body
  for (const record of [one, listed, written.quickinvoice]) for (const name of both) assert.ok(record[name], name)
  assert.equal((await api.get(`quickinvoices/${invoice.id}?expand=location&expand=nothing`)).status, 422)
})

test('F25 a clerk can read the id and name of the user who created a record, even of an administrator', async () => {
  const invoice = await newInvoice(t, { location_id: home.child_location_id })
  const own = await newInvoice(t, { location_id: home.child_location_id }, t.clerk)
  const path = (id: string) => `quickinvoices/${id}?expand=created_user,modified_user`
  const { created_user, modified_user } = (await t.clerk.get(path(invoice.id))).body.quickinvoice
  const { first_name, last_name } = (await api.get(`users/${home.user.user_id}`)).body.user
  assert.deepEqual(created_user, { id: home.user.user_id, first_name, last_name })
  assert.deepEqual(modified_user, created_user)
  const mine = (await t.clerk.get(path(own.id))).body.quickinvoice.created_user
  assert.deepEqual([mine.id, mine.username], [home.clerk.user_id, home.clerk.username])
  assert.equal((await t.clerk.get(`users/${home.user.user_id}`)).status, 404)
})

test('expands of newer clients work: tags under both names, routers of a terminal, the parent of a contact', async () => {
  const { id } = await newInvoice(t, { tags: ['Hedge'] })
  const { tags, all_tags } = (await api.get(`quickinvoices/${id}?expand=tags,all_tags`)).body.quickinvoice
  assert.deepEqual(all_tags, tags)
  const routers = `terminals/${home.terminal_id}?expand=terminal_routers,has_terminal_routers`
  const { terminal } = (await api.get(routers)).body
  assert.deepEqual([terminal.terminal_routers, terminal.has_terminal_routers], [[], false])
  const agent = await api.terminalagents.create({ location_id: home.location_id, title: 'Back office' })
  await api.put(`terminals/${home.terminal_id}`, { terminal: { terminal_agent_id: agent.id } })
  const carried = (await api.get(routers)).body.terminal
  assert.deepEqual(
    [carried.terminal_routers.map((each: Json) => each.id), carried.has_terminal_routers],
    [[agent.id], true],
  )
  const contact = await api.contacts.create({ location_id: home.location_id, last_name: 'Lindqvist' })
  const { parent, children } = (await api.get(`contacts/${contact.id}?expand=parent,children`)).body.contact
  assert.deepEqual([parent, children], [null, []])
})
