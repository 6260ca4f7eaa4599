import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyField, Fields } from '../../src/definition/resource.ts'
import { cardLikeReport } from '../../src/events/card-like-fields.ts'
import { cardLikePage } from '../../tools/card-like-page.ts'
import { type Conforming, conforming, isChangeable, isPostable, type Json } from '../support/conforming.ts'
import { storedRows } from '../support/older-database.ts'
import { saleBody } from '../support/payments.ts'
import { sampleOf } from '../support/samples.ts'
import { cardBody } from '../support/vaults.ts'

const NUMBER = '4111 1111 1111 1111'
const SPACED_SHORT = '4111111111111111'

let site: Conforming
before(async () => {
  site = await conforming()
})
after(() => site.t.close())

/** Values with a card number that the field's own parser reads; empty where none can fit into it. */
function plantedIn({ kind, limits, options }: AnyField, number: string): unknown[] {
  const texts = [NUMBER, `Pay ${number}`, `${number}@example.com`, `https://example.com/${number}`, number]
  const made: Record<string, unknown[]> = {
    text: texts,
    list: texts.map(text => [text]),
    json: [{ plain: number }, { deep: [{ er: [NUMBER] }] }, { [number]: 1 }],
    items: [{ [NUMBER]: '1.00' }],
  }
  if (options.holds) return []
  return (made[kind.name] ?? []).filter(value => 'value' in kind.parse(value, limits))
}

const isFree = (field: AnyField): boolean => plantedIn(field, SPACED_SHORT).length > 0

function freeFields(fields: Fields, is: (field: AnyField) => boolean): [string, AnyField][] {
  return Object.entries(fields).filter(([, field]) => is(field) && isFree(field))
}

function assertRefused(answer: { status: number; text: string; body: Json }, name: string): void {
  assert.equal(answer.status, 422, `${name}: ${answer.text}`)
  assert.match(String(answer.body.errors?.[name]), / must not contain a card number\.$/, `${name}: ${answer.text}`)
  assert.doesNotMatch(answer.text.replaceAll(/\D/g, ''), /4111111111111111/, 'the answer repeats the number')
}

test('a card number in any free text of any resource is 422 on the field, on POST and on PUT', async () => {
  let tried = 0
  for (const { resource } of site.t.app.engine.registry.nouns) {
    if (resource.verbs.includes('create')) {
      const sample = await sampleOf(site.own, resource.name)
      for (const [name, field] of freeFields(resource.fields, isPostable)) {
        for (const value of plantedIn(field, SPACED_SHORT)) {
          const body = { [resource.name]: { ...sample, [name]: value } }
          assertRefused(await site.t.api.post(resource.plural, body), name)
          tried += 1
        }
      }
    }
    const record = resource.verbs.includes('update') && (await site.some(resource))
    if (!record) continue
    for (const [name, field] of freeFields(resource.fields, isChangeable)) {
      const [value] = plantedIn(field, SPACED_SHORT)
      assertRefused(await site.put(resource, record.id, { [name]: value }), name)
      tried += 1
    }
  }
  assert.ok(tried > 250, `only ${tried} were tried`)
})

test('a card number in any free text of a command is 422 on the field', async () => {
  let tried = 0
  for (const { resource, commands } of site.t.app.engine.registry.nouns) {
    for (const command of commands.filter(({ input, method }) => input && method !== 'GET')) {
      const record = command.on === 'one' ? await site.some(resource) : null
      if (command.on === 'one' && !record) continue
      const path = `${resource.plural}${record ? `/${record.id}` : ''}${command.path ?? `/${command.name}`}`
      for (const [name, field] of freeFields(command.input!, () => true)) {
        const method = command.method === 'PUT' ? 'put' : 'post'
        const value = plantedIn(field, SPACED_SHORT)[0]
        assertRefused(await site.t.api[method](path, { [resource.name]: { [name]: value } }), name)
        tried += 1
      }
    }
  }
  assert.ok(tried > 3, `only ${tried} were tried`)
})

/** Values with a security code beside its name that the field's own parser reads. */
function codedIn({ kind, limits, options }: AnyField): unknown[] {
  const made: Record<string, unknown[]> = {
    text: ['cvv 123', 'the CVC is 1234', 'CVV:123'],
    list: [['cvv 123']],
    json: [{ cvv: '123' }, { deep: [{ er: 'cvv 123' }] }],
  }
  return options.holds ? [] : (made[kind.name] ?? []).filter(value => 'value' in kind.parse(value, limits))
}

test('a security code beside its name in any free text of any resource or command is 422 on the field', async () => {
  let tried = 0
  const refuse = async (answer: Promise<{ status: number; text: string; body: Json }>, name: string) => {
    const { status, text, body } = await answer
    assert.equal(status, 422, `${name}: ${text}`)
    assert.match(String(body.errors?.[name]), / must not contain a card security code\.$/, `${name}: ${text}`)
    assert.doesNotMatch(text, /\b1234?\b/)
    tried += 1
  }
  for (const { resource, commands } of site.t.app.engine.registry.nouns) {
    if (resource.verbs.includes('create')) {
      const sample = await sampleOf(site.own, resource.name)
      for (const [name, field] of freeFields(resource.fields, isPostable))
        for (const value of codedIn(field))
          await refuse(site.t.api.post(resource.plural, { [resource.name]: { ...sample, [name]: value } }), name)
    }
    const record = resource.verbs.includes('update') && (await site.some(resource))
    for (const [name, field] of record ? freeFields(resource.fields, isChangeable) : [])
      for (const value of codedIn(field).slice(0, 1))
        await refuse(site.put(resource, record.id, { [name]: value }), name)
    for (const command of commands.filter(({ input, method }) => input && method !== 'GET')) {
      const on = command.on === 'one' ? await site.some(resource) : null
      if (command.on === 'one' && !on) continue
      const path = `${resource.plural}${on ? `/${on.id}` : ''}${command.path ?? `/${command.name}`}`
      const method = command.method === 'PUT' ? 'put' : 'post'
      for (const [name, field] of freeFields(command.input!, () => true))
        for (const value of codedIn(field).slice(0, 1))
          await refuse(site.t.api[method](path, { [resource.name]: { [name]: value } }), name)
    }
  }
  assert.ok(tried > 250, `only ${tried} were tried`)
})

test('card data in headers and addresses is neither stored nor logged, and stops no payment', async () => {
  const [number, spaced] = ['4012888888881881', '4012 8888 8888 1881']
  const headers = {
    'idempotency-key': number,
    'x-request-id': number,
    'user-agent': `till ${spaced}`,
    referer: `https://shop.example/?card=${number}`,
  }
  const path = `transactions?note=${number}`
  const first = await site.t.api.post(path, { transaction: saleBody() }, headers)
  assert.equal(first.status, 201, first.text)
  assert.notEqual(first.headers['x-request-id'], number)
  const again = await site.t.api.post(path, { transaction: saleBody() }, headers)
  assert.equal(again.body.transaction?.id, first.body.transaction.id, 'the key is known all the same')
  for (const query of [
    `order_num=${number}`,
    `description=${encodeURIComponent(spaced)}`,
    `sort=${number}`,
    `x=cvv 123`,
  ])
    assert.ok((await site.t.api.get(`transactions?${query}`)).status < 500)
  await site.t.as({}).post('token', { token: { username: number, password: number, domain: 'pay.example' } })
  assert.doesNotMatch(site.t.logged(), /4012[ ]?8888[ ]?8888[ ]?1881/)
  for (const rows of (await storedRows(site.t.owner)).values())
    assert.doesNotMatch(rows, /4012[ ]?8888[ ]?8888[ ]?1881/)
})

test('a security code beside its name is refused in descriptions, notes and nested data', async () => {
  for (const over of [
    { description: 'CVV 123' },
    { transaction_c1: 'security code: 1234' },
    { custom_data: { cvv: '123' } },
  ]) {
    const answer = await site.t.api.post('transactions', { transaction: { ...saleBody(), ...over } })
    const [name] = Object.keys(over)
    assert.equal(answer.status, 422, answer.text)
    assert.match(String(answer.body.errors[name!]), / must not contain a card security code\.$/)
    assert.doesNotMatch(answer.text, /123/)
  }
})

test('a file whose name has a card number is 422', async () => {
  const contact = await site.create(site.t.app.engine.registry.get('contact').resource)
  const form = new FormData()
  form.append('file[file]', new Blob(['x']), `scan ${NUMBER}.png`)
  const answer = await site.t.api.multipart('POST', `contacts/${contact.id}/files`, form)
  assert.equal(answer.status, 422, answer.text)
  assert.match(String(answer.body.errors.files), /card number in their names/)
})

test('an identifier is refused only where it holds the card number of its own request', async () => {
  const own = '4111111111111111'
  const other = '5454545454545454'
  const fields = ['order_num', 'po_number', 'transaction_api_id', 'customer_id'] as const
  for (const name of fields) {
    const sale = { ...saleBody(), account_number: own, exp_date: '1230' }
    const refused = await site.t.api.post('transactions', { transaction: { ...sale, [name]: `X-${own}` } })
    assert.equal(refused.status, 422, `${name}: ${refused.text}`)
    assert.match(String(refused.body.errors[name]), / must not contain the card number\.$/)
    const taken = await site.t.api.post('transactions', { transaction: { ...sale, [name]: other } })
    assert.equal(taken.status, 201, `${name}: ${taken.text}`)
    assert.equal(taken.body.transaction[name], other)
  }
  const { location_id } = site.own.merchant
  const vault = cardBody(location_id, { account_number: own, account_vault_api_id: own })
  const answer = await site.t.api.post('accountvaults', { accountvault: vault })
  assert.match(String(answer.body.errors?.account_vault_api_id), /must not contain the card number/)
})

test('identifiers that look like a card number are counted by merchant, field and day', async () => {
  const number = '5105105105105100'
  const before = await seen('invoice_number')
  const body = { ...(await sampleOf(site.own, 'quickinvoice')), invoice_number: number }
  for (const _ of [1, 2, 3]) assert.equal((await site.t.api.post('quickinvoices', { quickinvoice: body })).status, 201)
  // Counts are stored some seconds later, aside from requests.
  for (let left = 100; left > 0 && (await seen('invoice_number')) < before + 3; left--) await pause(100)
  assert.equal(await seen('invoice_number'), before + 3)
})

async function seen(field: string): Promise<number> {
  const rows = await cardLikeReport(site.t.db, site.t.clock.seconds() - 86_400)
  return rows.filter(row => row.field === field).reduce((all, row) => all + Number(row.seen), 0)
}

test('every field that a caller calls its own id is declared an identifier', () => {
  const undeclared = site.t.app.engine.registry.nouns.flatMap(({ resource, commands }) =>
    [resource.fields, ...commands.map(({ input }) => input ?? {})].flatMap(fields =>
      Object.entries(fields as Fields)
        .filter(
          ([name, { kind, mark, options }]) =>
            /_api_id$/.test(name) && kind.name === 'text' && mark !== 'S' && !options.holds,
        )
        .map(([name]) => `${resource.name}.${name}`),
    ),
  )
  assert.deepEqual(undeclared, [])
})

test('G71 docs/card-like-identifiers.md lists every identifier as it is declared: npm run identifiers', () => {
  const page = cardLikePage(site.t.app.engine.registry.nouns)
  assert.equal(readFileSync(join(import.meta.dirname, '../../docs/card-like-identifiers.md'), 'utf8'), page)
  for (const name of ['clerk_number', 'mac_address', 'cau_account_number', 'url'])
    assert.ok(page.includes(`\`${name}\``), name)
})

test('cavv and xid of a card sale reach the processor and are kept nowhere', async () => {
  const { cavv, xid } = { cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=', xid: 'c3RvcmVkIG5vd2hlcmUgYXQgYWxs' }
  const answer = await site.t.api.post('transactions', { transaction: { ...saleBody(), cavv, xid } })
  assert.equal(answer.status, 201, answer.text)
  const [entry] = (await site.t.ledger(answer.body.transaction.id)) as Json[]
  assert.equal(entry.authenticated, true)
  assert.doesNotMatch(answer.text + site.t.logged(), /AAABBEg0VhI0Vni/)
  const [plain] = await site.t.ledger(
    (await site.t.api.post('transactions', { transaction: saleBody() })).body.transaction.id,
  )
  assert.ok(!('authenticated' in plain!))
})

test('cavv and xid are refused where no cardholder is authenticated', async () => {
  for (const over of [{ action: 'force', auth_code: '123456' }, { action: 'refund' }]) {
    const transaction = { ...saleBody(), ...over, cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA=', xid: 'x1' }
    const answer = await site.t.api.post('transactions', { transaction })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['cavv', 'xid']])
  }
})

test('data from an encrypting reader is refused with a reason, and the answer does not repeat it', async () => {
  const swipe = {
    location_id: site.own.merchant.location_id,
    payment_method: 'cc',
    e_track_data: 'c2f1a9'.repeat(40),
    e_format: 'idtech',
  }
  for (const [path, record] of [
    ['transactions', { ...swipe, action: 'sale', transaction_amount: '1.00' }],
    ['accountvaults', swipe],
  ] as const) {
    const { status, body, text } = await site.t.api.post(path, { [path.slice(0, -1)]: record })
    assert.equal(status, 422)
    assert.match(body.errors.e_track_data[0], /^E Track Data is of an encrypting reader/)
    assert.ok(!text.includes('c2f1a9'))
  }
})
