import { type Check, check, partCheck } from '../check.ts'
import type { Answer } from '../client.ts'
import { answered, bare, record, refused, refusedWith, same, that } from '../expect.ts'
import { type Fields, newPostback, postbackBody, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const create = (lab: Lab, over: Fields): Promise<Answer> =>
  lab.api.post('postbackconfigs', { postbackconfig: { ...postbackBody(lab), ...over } })
const update = (lab: Lab, id: string, fields: Fields): Promise<Answer> =>
  lab.api.put(`postbackconfigs/${id}`, { postbackconfig: fields })

export const postbackChecks: Check[] = [
  check('PB-02', async lab => {
    const product_transaction_id = lab.merchant.cc_product_transaction_id
    for (const resource of ['contact', 'accountvault', 'quickinvoice', 'paylink', 'recurring'])
      answered(await create(lab, { resource }), 201)
    for (const resource of ['transaction', 'transactionbatch'])
      answered(await create(lab, { resource, product_transaction_id }), 201)
    for (const resource of ['tag', 'location', 'nothing', '', undefined, 7])
      refused(await create(lab, { resource }), 'resource')
  }),
  check(['PB-03', 'PB-30'], async lab => {
    const product_transaction_id = lab.merchant.cc_product_transaction_id
    for (const resource of ['transaction', 'transactionbatch']) {
      refused(await create(lab, { resource }), 'product_transaction_id')
      refused(await create(lab, { resource, product_transaction_id: UNKNOWN }), 'product_transaction_id')
      for (const id of [lab.other.cc_product_transaction_id, lab.merchant.child_cc_product_transaction_id])
        refused(await create(lab, { resource, product_transaction_id: id }), 'product_transaction_id')
      const made = record(await create(lab, { resource, product_transaction_id }), 'postbackconfig', 201)
      same(made.product_transaction_id, product_transaction_id, 'product_transaction_id')
    }
    const contact = record(await create(lab, { resource: 'contact', product_transaction_id }), 'postbackconfig', 201)
    same(contact.product_transaction_id ?? null, null, 'product_transaction_id of a configuration of contacts')
  }),
  partCheck('PB-03', 'on update', async lab => {
    const { cc_product_transaction_id, ach_product_transaction_id } = lab.merchant
    const made = await newPostback(lab, { resource: 'transaction', product_transaction_id: cc_product_transaction_id })
    refused(await update(lab, made.id, { product_transaction_id: null }), 'product_transaction_id')
    const moved = await update(lab, made.id, { product_transaction_id: ach_product_transaction_id })
    same(record(moved, 'postbackconfig', 200).product_transaction_id, ach_product_transaction_id, 'the other product')
    const ofContacts = await update(lab, (await newPostback(lab)).id, {
      product_transaction_id: cc_product_transaction_id,
    })
    same(record(ofContacts, 'postbackconfig', 200).product_transaction_id, null, 'the product of contacts')
  }),
  check('PB-09', async lab => {
    same((await newPostback(lab)).format, 'api-default', 'format that was not sent')
    same((await newPostback(lab, { format: 'api-default' })).format, 'api-default', 'format')
    same((await newPostback(lab, { format: 'api-form' })).format, 'api-form', 'format')
    for (const format of ['xml', '', 7]) refused(await create(lab, { format }), 'format')
  }),
  check(['PB-13', 'PB-14'], async lab => {
    const credentials = { basic_auth_username: `u-${lab.unique()}`, basic_auth_password: `p-${lab.unique()}` }
    const answer = await create(lab, credentials)
    const { id } = record(answer, 'postbackconfig', 201)
    const silent = [
      answer,
      await lab.api.get(`postbackconfigs/${id}`),
      await lab.api.get(`postbackconfigs?id=${id}`),
      await update(lab, id, { is_active: 0 }),
    ]
    for (const each of silent) {
      for (const [name, value] of Object.entries(credentials)) {
        that(!each.text.includes(name) && !each.text.includes(value), `${each.asked.split(' {')[0]} shows ${name}`)
      }
    }
    const shown = await lab.api.get(`postbackconfigs/${id}?expand=basic_auth_username,basic_auth_password`)
    const found = record(shown, 'postbackconfig', 200)
    same(
      [found.basic_auth_username, found.basic_auth_password],
      Object.values(credentials),
      'the credentials when they are expanded',
    )
    answered(await update(lab, id, { basic_auth_username: 'another' }), 200)
    const again = await lab.api.get(`postbackconfigs/${id}?expand=basic_auth_username`)
    same(record(again, 'postbackconfig', 200).basic_auth_username, 'another', 'basic_auth_username after an update')
  }),
  partCheck('PB-04', 'required', async lab => {
    for (const url of [undefined, null, '', 'no address', 'ftp://example.net/', 'shop.example', 'javascript:alert(1)'])
      refused(await create(lab, { url }), 'url')
    for (const url of ['https://', 'https://me:secret@shop.example/', `https://shop.example/${'x'.repeat(500)}`])
      refused(await create(lab, { url }), 'url')
    answered(await create(lab, { url: 'http://127.0.0.1:9999/hook?x=1' }), 201)
  }),
  ...(['on_create', 'on_update', 'on_delete', 'is_active'] as const).map((name, index) =>
    partCheck(`PB-0${5 + index}`, 'stored', async lab => {
      for (const [sent, shown] of [
        [1, 1],
        [0, 0],
        [true, 1],
        [false, 0],
        ['1', 1],
        ['0', 0],
      ])
        same((await newPostback(lab, { [name]: sent }))[name], shown, `${name} sent as ${sent}`)
      refused(await create(lab, { [name]: 'perhaps' }), name)
    }),
  ),
  partCheck('PB-11', 'stored', async lab => {
    same((await newPostback(lab, { number_of_attempts: 3 })).number_of_attempts, 3, 'number_of_attempts')
    for (const good of [100, '100'])
      same((await newPostback(lab, { number_of_attempts: good })).number_of_attempts, 100, 'number_of_attempts')
    for (const wrong of [0, -1, 101, 'many', 1.5])
      refused(await create(lab, { number_of_attempts: wrong }), 'number_of_attempts')
  }),
  partCheck('PB-12', 'stored', async lab => {
    same((await newPostback(lab, { attempt_interval: 600 })).attempt_interval, 600, 'attempt_interval')
    for (const good of [1, 86_400])
      same((await newPostback(lab, { attempt_interval: good })).attempt_interval, good, 'attempt_interval')
    for (const wrong of [-1, 86_401, 'soon'])
      refused(await create(lab, { attempt_interval: wrong }), 'attempt_interval')
  }),
  partCheck('PB-15', 'answer', async lab => {
    const body = postbackBody(lab)
    const made = record(await lab.api.post('postbackconfigs', { postbackconfig: body }), 'postbackconfig', 201)
    for (const [name, value] of Object.entries(body)) same(made[name], value, name)
    refused(await create(lab, { location_id: lab.other.location_id }), 'location_id')
  }),
  partCheck('PB-16', 'answer', async lab => {
    const { id } = await newPostback(lab)
    same(
      record(await update(lab, id, { is_active: 1, number_of_attempts: 5 }), 'postbackconfig', 200).number_of_attempts,
      5,
      'number_of_attempts',
    )
    refusedWith(await lab.stranger.put(`postbackconfigs/${id}`, { postbackconfig: { is_active: 0 } }), 404)
    answered(await update(lab, id, { is_active: 0 }), 200)
  }),
  partCheck('PB-17', 'answer', async lab => {
    const { id } = await newPostback(lab)
    refusedWith(await lab.stranger.delete(`postbackconfigs/${id}`), 404)
    bare(await lab.api.delete(`postbackconfigs/${id}`))
    answered(await lab.api.get(`postbackconfigs/${id}`), 404)
    refusedWith(await lab.api.delete(`postbackconfigs/${UNKNOWN}`), 404)
  }),
  partCheck('PB-10', 'stored', async lab => {
    same((await newPostback(lab, { expands: 'created_user' })).expands, 'created_user', 'expands')
    for (const expands of ['', null]) same((await newPostback(lab, { expands })).expands, expands, 'expands')
    const ofTransactions = { resource: 'transaction', product_transaction_id: lab.merchant.cc_product_transaction_id }
    const both = await newPostback(lab, { ...ofTransactions, expands: 'contact,account_vault' })
    same(both.expands, 'contact,account_vault', 'expands')
    refused(await create(lab, { expands: 'location,shoe_size' }), 'expands')
    refused(await update(lab, both.id, { expands: 'shoe_size' }), 'expands')
  }),
]
