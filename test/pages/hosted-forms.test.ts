import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { account, formAddress, payment } from '../support/hosted-form.ts'
import { BANK_FORM, CARD_FORM } from '../support/pay-page.ts'
import { DEBIT_CARD, surchargedProduct } from '../support/surcharges.ts'

let t: TestApp

before(async () => {
  t = await testApp('hosted_forms')
})
after(() => t.close())

const open = async (address: string, headers: Record<string, string> = {}) =>
  t.app.http.inject({ url: address, headers })
const hiddenIn = (document: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(document)?.[1]
const hiddenOf = (document: string): Record<string, string> => {
  const fields = ['form', 'attempt', 'shown_amount', 'shown_terms', 'shown_surcharge'].map(name => [
    name,
    hiddenIn(document, name),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  t.app.http.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

/** Opens a form, fills it in and sends it. */
async function fill(form: 'payform' | 'accountform', data: Json, fields: Record<string, string> = {}) {
  const opened = await open(formAddress(t, form, data))
  assert.equal(opened.statusCode, 200, opened.body)
  return send(`/v2/${form}`, { ...CARD_FORM, ...hiddenOf(opened.body), ...fields })
}
const made = async (data: Json) =>
  (await t.api.get(`transactions?transaction_api_id=${data.transaction_api_id}`)).body.transactions
const stored = async (data: Json) =>
  (await t.api.get(`accountvaults?account_vault_api_id=${data.account_vault_api_id}`)).body.accountvaults

test('AUTH-HMAC-06 a signed address opens a form to pay, and the payment is an ordinary transaction', async () => {
  const data = payment(t, { order_num: 'A-1' })
  const answer = await fill('payform', data)
  assert.equal(answer.statusCode, 200, answer.body)
  assert.match(answer.body, /Payment approved/)
  const [paid, ...others] = await made(data)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [paid.status_id, paid.transaction_amount, paid.order_num, paid.last_four, paid.account_holder_name],
    [101, 12, 'A-1', '1111', 'Rosa Lindqvist'],
  )
  assert.equal(paid.created_user_id, t.merchants[0].user.user_id)
})

test('AUTH-HMAC-06 a form to store an account makes a vault, by card and by bank', async () => {
  const card = account(t, { title: 'Main card' })
  assert.match((await fill('accountform', card)).body, /Account saved/)
  const [vault] = await stored(card)
  assert.deepEqual([vault.title, vault.last_four, vault.payment_method], ['Main card', '1111', 'cc'])
  const bank = account(t)
  assert.match((await fill('accountform', bank, BANK_FORM)).body, /Account saved/)
  const [other] = await stored(bank)
  assert.deepEqual([other.payment_method, other.last_four, other.account_type], ['ach', '6789', 'checking'])
})

test('a bank account pays by debit, a card is authorized where that was asked for', async () => {
  const bank = payment(t)
  assert.match((await fill('payform', bank, BANK_FORM)).body, /Payment submitted/)
  assert.equal((await made(bank))[0].payment_method, 'ach')
  const held = payment(t, { action: 'authonly' })
  assert.match((await fill('payform', held)).body, /Payment approved/)
  assert.equal((await made(held))[0].status_id, 102)
})

test('a form that is sent twice makes one record, and tells the same both times', async () => {
  const data = payment(t)
  const opened = await open(formAddress(t, 'payform', data))
  const fields = { ...CARD_FORM, ...hiddenOf(opened.body) }
  const answers = await Promise.all([send('/v2/payform', fields), send('/v2/payform', fields)])
  for (const { body } of answers) assert.match(body, /Payment approved|is being confirmed/)
  assert.match((await send('/v2/payform', fields)).body, /Payment approved/)
  assert.equal((await made(data)).length, 1)
})

test('a decline is told, and what was mistyped is asked again without the number', async () => {
  const declined = payment(t, { transaction_amount: '5.00' })
  const answer = await fill('payform', declined)
  assert.match(answer.body, /Payment declined/)
  assert.equal((await made(declined))[0].status_id, 301)
  const mistyped = await fill('payform', payment(t), { cc_account_number: '4111111111111112' })
  assert.equal(mistyped.statusCode, 422)
  assert.match(mistyped.body, /typing error/)
  assert.ok(!mistyped.body.includes('4111111111111112'))
})

test('F15 the address decides who may frame the form and who is told', async () => {
  const parent_origin = 'https://shop.example'
  const opened = await open(formAddress(t, 'payform', payment(t, { parent_origin })))
  assert.match(String(opened.headers['content-security-policy']), /frame-ancestors https:\/\/shop\.example;/)
  assert.equal(opened.headers['x-frame-options'], undefined)
  for (const nobody of [{}, { parent_origin: null }, { parent_origin: '' }]) {
    const alone = await open(formAddress(t, 'payform', payment(t, nobody)), {
      referer: 'https://till.example/checkout',
    })
    assert.equal(alone.statusCode, 200)
    assert.match(String(alone.headers['content-security-policy']), /frame-ancestors 'none';/)
    assert.equal(alone.headers['x-frame-options'], 'DENY')
  }

  const told = await fill('payform', payment(t, { parent_origin, parent_send_message: true }))
  assert.match(told.body, /data-origin="https:\/\/shop\.example"/)
  const message = /data-message="([^"]*)"/.exec(told.body)![1]!.replaceAll('&quot;', '"')
  assert.equal(JSON.parse(message).transaction.status_id, 101)
  assert.ok(!message.includes('4111111111111111'))
  for (const silent of [{ parent_origin }, { parent_send_message: true }]) {
    assert.doesNotMatch((await fill('payform', payment(t, silent))).body, /data-message/)
  }
})

test('the payer is taken along after an approval where the address says so', async () => {
  const options = { redirect_url_on_approval: 'https://shop.example/thanks', redirect_url_delay: 3 }
  const approved = await fill('payform', payment(t, options))
  assert.equal(approved.headers.refresh, '3; url=https://shop.example/thanks')
  assert.match(approved.body, /href="https:\/\/shop\.example\/thanks"/)
  const declined = await fill('payform', payment(t, { ...options, transaction_amount: '5.10' }))
  assert.equal(declined.headers.refresh, undefined)
})

test('what is wrong with an address is told to the software that made it', async () => {
  const status = async (address: string) => (await open(address)).statusCode
  assert.equal(await status(formAddress(t, 'payform', payment(t), { over: { 'hash-key': '0'.repeat(64) } })), 401)
  assert.equal(
    await status(formAddress(t, 'payform', payment(t), { over: { timestamp: String(t.clock.seconds() - 16 * 60) } })),
    401,
  )
  for (const data of ['zz', 'abc', Buffer.from('nothing').toString('hex')]) {
    assert.equal(await status(formAddress(t, 'payform', data)), 400, data)
  }
  const refused = async (over: Json) => {
    const answer = await open(formAddress(t, 'payform', payment(t, over)))
    assert.equal(answer.statusCode, 422, answer.body)
    return Object.keys(answer.json().errors)
  }
  assert.deepEqual(await refused({ transaction_api_id: undefined }), ['transaction_api_id'])
  for (const odd of ['a\u0000b', '\ud800'])
    assert.deepEqual(await refused({ transaction_api_id: odd }), ['transaction_api_id'])
  assert.deepEqual(await refused({ action: 'void' }), ['action'])
  for (const transaction_amount of [undefined, 'x', '0', '-1', '1.234', {}]) {
    assert.deepEqual(await refused({ transaction_amount }), ['transaction_amount'])
  }
  assert.deepEqual(await refused({ parent_origin: 'https://shop.example/page' }), ['parent_origin'])
  for (const host of ['*', '*.example', 'a.example;sandbox', 'a.example,b.example', "'self'", 'a_b!.example', 'a%00'])
    for (const parent_origin of [host, `https://${host}`])
      assert.deepEqual(await refused({ parent_origin }), ['parent_origin'], parent_origin)
  assert.deepEqual(await refused({ redirect_url_on_approval: 'javascript:alert(1)' }), ['redirect_url_on_approval'])
  assert.deepEqual(await refused({ location_id: t.merchants[1].location_id }), ['location_id'])
  assert.deepEqual(await refused({ entry_method: 'terminal' }), ['terminal_id'])
})

test('an account in an address is not used: only what is typed counts', async () => {
  const data = payment(t, { account_number: '5454545454545454', exp_date: '1230', cvv: '999', account_vault_id: 'x' })
  assert.match((await fill('payform', data)).body, /Payment approved/)
  assert.equal((await made(data))[0].account_type, 'visa')
})

test('a form cannot be altered, used for long, or sent from elsewhere', async () => {
  const { body } = await open(formAddress(t, 'payform', payment(t)))
  const fields: Record<string, string> = { ...CARD_FORM, ...hiddenOf(body) }
  const broken = `${fields.form!.slice(0, -4)}AAAA`
  assert.equal((await send('/v2/payform', { ...fields, form: broken })).statusCode, 400)
  assert.equal((await send('/v2/payform', fields, { 'sec-fetch-site': 'cross-site' })).statusCode, 403)
  assert.equal((await send('/v2/payform', { ...fields, shown_amount: '1' })).statusCode, 422)
  await t.clock.moveTo(t.clock.seconds() + 15 * 60 + 1, t.app.worker)
  assert.equal((await send('/v2/payform', fields)).statusCode, 410)
})

test('a program that posts something else is answered in its own terms', async () => {
  for (const type of ['application/json', 'text/plain']) {
    const answer = await send('/v2/payform', {}, { 'content-type': type })
    assert.equal(answer.statusCode, 415)
    assert.deepEqual(Object.keys(answer.json()).slice(0, 4), ['name', 'message', 'code', 'status'])
  }
})

test('a user who lost the right meanwhile is refused, and nothing is made', async () => {
  const data = payment(t)
  const { body } = await open(formAddress(t, 'payform', data))
  const { user_id } = t.merchants[0].user
  const user_api_key = 'an-invented-key-of-some-length'
  const admin = {
    ...{ username: 'second', last_name: 'Example', email: 'second@juniper.example', user_api_key },
    ...{ primary_location_id: t.merchants[0].location_id, user_type_id: 250 },
  }
  const { id } = (await t.api.post('users', { user: admin })).body.user
  const second = t.as({ 'developer-id': t.developer_id, 'user-id': id, 'user-api-key': user_api_key })
  const become = (user_type_id: number) => second.put(`users/${user_id}`, { user: { user_type_id } })
  assert.equal((await become(500)).status, 200)
  assert.equal((await open(formAddress(t, 'payform', data))).statusCode, 403)
  assert.equal((await send('/v2/payform', { ...CARD_FORM, ...hiddenOf(body) })).statusCode, 403)
  assert.equal((await become(250)).status, 200)
  assert.deepEqual(await made(data), [])
})

test('a payer whose browser opens an old address is shown a page, and software is told why', async () => {
  const old = formAddress(t, 'payform', payment(t), { over: { timestamp: String(t.clock.seconds() - 16 * 60) } })
  const shown = await open(old, { 'sec-fetch-mode': 'navigate', 'accept-language': 'es' })
  assert.equal(shown.statusCode, 401)
  assert.match(String(shown.headers['content-type']), /text\/html/)
  assert.match(shown.body, /Este formulario no se puede abrir/)
  assert.match(String((await open(old)).headers['content-type']), /json/)
})

test('in a frame a form has no masthead; it changes its language by a button, with what was typed', async () => {
  const framed = await open(formAddress(t, 'payform', payment(t, { parent_origin: 'https://shop.example' })))
  assert.match(framed.body, /<html[^>]* data-bare/)
  assert.doesNotMatch(framed.body, /page-header/)
  const fields = { ...CARD_FORM, ...hiddenOf(framed.body), lang: 'es' }
  const spanish = await send('/v2/payform', fields)
  assert.equal(spanish.statusCode, 200)
  assert.match(spanish.body, /<html lang="es"/)
  assert.match(spanish.body, /action="\/v2\/payform\?lang=es"/)
  assert.match(spanish.body, new RegExp(`value="${CARD_FORM.cc_account_holder_name}"`))
  assert.ok(!spanish.body.includes(CARD_FORM.cc_account_number))
})

test('no card number and no signature is in the log or in any table', async () => {
  const data = payment(t)
  const address = formAddress(t, 'payform', data)
  await open(address)
  await fill('payform', data)
  const hash = new URLSearchParams(address.split('?')[1]).get('hash-key')!
  for (const secret of [CARD_FORM.cc_account_number, hash]) assert.ok(!t.logged().includes(secret))
})

test('a form names the surcharge of its product before the payer agrees, in both languages, and adds it to credit cards', async () => {
  const { product_transaction_id } = await surchargedProduct(t)
  const place = { product_transaction_id, location_id: t.merchants[0].location_id }
  const data = payment(t, place)
  const opened = await open(formAddress(t, 'payform', data))
  assert.match(opened.body.replaceAll(/<[^>]+>/g, ''), /Card fee: \$0\.36 is added with a credit card, \$12\.36 in all/)
  const spanish = await open(`${formAddress(t, 'payform', data)}&lang=es`)
  assert.match(spanish.body.replaceAll(/<[^>]+>/g, ''), /Card fee: .*\$0\.36.*\$12\.36/)
  assert.match((await fill('payform', data)).body, /\$12\.36 was approved/)
  const [paid] = await made(data)
  assert.deepEqual([paid.transaction_amount, paid.subtotal_amount, paid.surcharge_amount], [12.36, '12.00', '0.36'])
  const debit = payment(t, place)
  assert.match((await fill('payform', debit, { cc_account_number: DEBIT_CARD })).body, /\$12\.00 was approved/)
  assert.deepEqual(
    (await made(debit)).map(({ transaction_amount }: Json) => transaction_amount),
    [12],
  )
  // Who was not shown it has not agreed: the form comes again, with the amount.
  const unseen = payment(t, place)
  const again = await fill('payform', unseen, { shown_surcharge: '0' })
  assert.equal(again.statusCode, 422)
  assert.match(again.body, /name="shown_surcharge" value="36"/)
  assert.deepEqual(await made(unseen), [])
})

test('a surcharge that the address says is named by itself, within its amount, and bank accounts are debited without it', async () => {
  const { product_transaction_id } = await surchargedProduct(t)
  const place = { product_transaction_id, location_id: t.merchants[0].location_id }
  const parts = { transaction_amount: '12.24', subtotal_amount: '12.00', surcharge_amount: '0.24' }
  const data = payment(t, { ...place, ...parts })
  const opened = await open(formAddress(t, 'payform', data))
  assert.match(opened.body.replaceAll(/<[^>]+>/g, ''), /Card fee: \$0\.24 is added with a credit card, \$12\.24 in all/)
  await fill('payform', data)
  const [paid] = await made(data)
  assert.deepEqual([paid.transaction_amount, paid.surcharge_amount], [12.24, '0.24'])
  const settings = await t.api.put(`locations/${t.merchants[0].location_id}`, {
    location: { default_cc: product_transaction_id, default_ach: t.merchants[0].ach_product_transaction_id },
  })
  assert.equal(settings.status, 200, settings.text)
  const bank = payment(t, { ...parts, location_id: t.merchants[0].location_id })
  await fill('payform', bank, BANK_FORM)
  const [debit] = await made(bank)
  assert.deepEqual([debit.payment_method, debit.transaction_amount, debit.surcharge_amount], ['ach', 12, null])
})

test('a form that checks a card says so, charges nothing, and takes no amount', async () => {
  const data = payment(t, { action: 'avsonly', transaction_amount: undefined })
  const opened = await open(formAddress(t, 'payform', data))
  assert.match(opened.body, /Check a card/)
  assert.doesNotMatch(opened.body, /\$0\.00|Email for your receipt|You will pay/)
  const answer = await fill('payform', data)
  assert.match(answer.body, /Card checked/)
  assert.deepEqual(
    (await made(data)).map(({ status_id, type_id }: Json) => [status_id, type_id]),
    [[121, 21]],
  )
})

test('G12 a form that checks a card may say an amount of 0, as the API may', async () => {
  const data = payment(t, { action: 'avsonly', transaction_amount: '0.00' })
  await fill('payform', data)
  assert.deepEqual(
    (await made(data)).map(({ status_id, type_id }: Json) => [status_id, type_id]),
    [[121, 21]],
  )
})
