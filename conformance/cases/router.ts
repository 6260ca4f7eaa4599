import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, bare, record, records, refused, refusedWith, same, that } from '../expect.ts'
import { type Fields, made, newLocation, newProduct, UNKNOWN } from '../fixtures.ts'
import type { Lab } from '../lab.ts'
import { offered } from './offered.ts'

const RESPONSE: Record<string, string> = {
  'RT-27':
    'id payment_method account_vault_id recurring_id first_six last_four account_holder_name account_type routing location_id',
  'RT-29':
    'description transaction_code batch item order_num transaction_api_id terms_agree folio_num customer_id customer_ip is_recurring entry_mode_id',
  'RT-30': 'avs avs_enhanced cvv_response auth auth_amount verbiage response_message status_id type_id reason_code_id',
  'RT-31':
    'timestamp transaction_settlement_status effective_date return_date settle_date charge_back_date void_date created_ts modified_ts',
  'RT-32': 'notification_email_address notification_email_sent',
  'RT-33': 'checkin_date checkout_date room_num room_rate advance_deposit no_show',
}
/** The fields that the contract lists for the answer; no others are promised here. */
const SHOWN = Object.values(RESPONSE).join(' ').split(' ')
const CHIP = ['TC', 'TVR', 'AID', 'TSI', 'ATC', 'APPLAB', 'APPN', 'CVM']

/** Longest texts of optional fields. */
const LENGTHS: readonly [id: string, name: string, longest: number, of?: (length: number) => string][] = [
  ['RT-08', 'billing_zip', 10, length => '1'.repeat(length)],
  ['RT-09', 'billing_street', 64],
  ['RT-13', 'description', 64],
  ['RT-14', 'order_num', 32],
  ['RT-15', 'po_number', 24],
  ['RT-25', 'room_num', 12],
]

/** The product is named, because other checks make further ones at the location. */
const body = ({ merchant }: Lab, terminal_id: string): Fields => ({
  payment_method: 'cc',
  action: 'sale',
  location_id: merchant.location_id,
  terminal_id,
  product_transaction_id: merchant.cc_product_transaction_id,
  transaction_amount: '7.14',
  billing_zip: '14850',
})

/** A virtual device like the sandbox's own, at this location. */
async function newTerminal(lab: Lab, location_id: string): Promise<string> {
  const known = record(await lab.api.get(`terminals/${lab.merchant.terminal_id}`), 'terminal', 200)
  const { terminal_manufacturer_id, terminal_application_id } = known
  const title = 'Second counter'
  const fields = { location_id, terminal_manufacturer_id, terminal_application_id, title, serial_number: lab.unique() }
  return (await made(lab.api, 'terminal', 'terminals', fields)).id
}

/** Of these checks alone: others would find it busy, or make it so. */
const terminalOf = (lab: Lab): Promise<string> =>
  lab.once('router terminal', () => newTerminal(lab, lab.merchant.location_id))

let earlier: Promise<unknown> = Promise.resolve()

/** A terminal serves one request at a time, and checks run side by side. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = earlier.then(work)
  earlier = turn.catch(() => undefined)
  return turn
}

async function run(lab: Lab, over: Fields = {}): Promise<Answer> {
  const routertransaction = { ...body(lab, await terminalOf(lab)), ...over }
  const answer = await inTurn(() => lab.api.post('routertransactions', { routertransaction }))
  return offered(answer, 'POST /v2/routertransactions')
}

const paid = async (lab: Lab, over: Fields = {}): Promise<Json> => record(await run(lab, over), 'transaction', 201)

/** One sale at the terminal that all statements about its answer share. */
const sample = (lab: Lab): Promise<Json> => lab.once('router transaction', () => paid(lab))

const fieldChecks: Check[] = [
  check('RT-01', async lab => {
    await sample(lab)
    for (const wrong of ['ach', 'card', '', null, undefined])
      refused(await run(lab, { payment_method: wrong }), 'payment_method')
  }),
  check('RT-02', async lab => {
    await sample(lab)
    for (const wrong of ['nothing', '', null, undefined, 'x'.repeat(25)])
      refused(await run(lab, { action: wrong }), 'action')
    same((await paid(lab, { action: 'authonly', transaction_amount: '7.15' })).status_id, 102, 'status_id of authonly')
  }),
  check(['RT-03', 'RT-10'], async lab => {
    await sample(lab)
    refused(await run(lab, { auth_code: '123456' }), 'auth_code')
    refused(await run(lab, { action: 'force', auth_code: '1234567' }), 'auth_code')
    same(
      (await paid(lab, { action: 'force', auth_code: '123456', transaction_amount: '7.16' })).status_id,
      101,
      'status_id of force',
    )
  }),
  check(['RT-04', 'RT-11'], async lab => {
    await sample(lab)
    refused(await run(lab, { batch: '1' }), 'batch')
    const { batch } = await paid(lab)
    const settled = await run(lab, { action: 'settle', batch, transaction_amount: undefined })
    that(!('batch' in (settled.body?.errors ?? {})), `${settled.asked} was refused for batch`)
  }),
  ...(
    [
      ['RT-05', 'location_id'],
      ['RT-06', 'terminal_id'],
      ['RT-07', 'transaction_amount'],
    ] as const
  ).map(([id, name]) =>
    check(id, async lab => {
      await sample(lab)
      for (const wrong of [undefined, null, '', name === 'transaction_amount' ? '12345678.90' : UNKNOWN])
        refused(await run(lab, { [name]: wrong }), name)
    }),
  ),
  partCheck('RT-06', 'of another location', async lab => {
    await sample(lab)
    refused(await run(lab, { terminal_id: lab.other.terminal_id }), 'terminal_id')
    refusedWith(await run(lab, { location_id: lab.merchant.child_location_id }), 422)
  }),
  ...LENGTHS.map(([id, name, longest, of = length => 'x'.repeat(length)]) =>
    check(id, async lab => {
      const fits = await paid(lab, { [name]: of(longest) })
      if (SHOWN.includes(name)) same(fits[name], of(longest), `${name} of ${longest} characters`)
      refused(await run(lab, { [name]: of(longest + 1) }), name)
    }),
  ),
  check('RT-12', async lab => {
    same(
      (await paid(lab, { contact_id: lab.merchant.contact_id })).contact_id ?? lab.merchant.contact_id,
      lab.merchant.contact_id,
      'contact_id',
    )
    for (const wrong of [UNKNOWN, lab.other.contact_id, 'a'.repeat(37)])
      refused(await run(lab, { contact_id: wrong }), 'contact_id')
  }),
  check('RT-16', async lab => {
    await sample(lab)
    const location_id = (await newLocation(lab)).id
    const products = [await newProduct(lab, { location_id }), await newProduct(lab, { location_id })]
    const over = { location_id, terminal_id: await newTerminal(lab, location_id), product_transaction_id: undefined }
    refused(await run(lab, over), 'product_transaction_id')
    await paid(lab, { ...over, product_transaction_id: products[1].id })
  }),
  check('RT-17', async lab => {
    const transaction_api_id = lab.unique().padEnd(64, 'x')
    same((await paid(lab, { transaction_api_id })).transaction_api_id, transaction_api_id, 'transaction_api_id')
    refused(await run(lab, { transaction_api_id: `${transaction_api_id}x` }), 'transaction_api_id')
  }),
  check('RT-18', async lab =>
    same(
      (await paid(lab, { transaction_amount: '11.00', tax: 1 })).transaction_amount,
      11,
      'transaction_amount with a tax of 1',
    ),
  ),
  check('RT-19', async lab => {
    await sample(lab)
    refused(await run(lab, { tip_amount: '12345678.90' }), 'tip_amount')
  }),
  check('RT-20', async lab => {
    const { contact_id } = lab.merchant
    const count = async (): Promise<number> =>
      (await lab.api.get(`accountvaults?contact_id=${contact_id}&page_size=1`)).body.meta.pagination.totalCount
    const before = await count()
    await paid(lab, { contact_id, save_account: 1, transaction_amount: '7.13' })
    same(await count(), before + 1, 'vaults of the contact after save_account')
    await paid(lab, { contact_id })
    same(await count(), before + 1, 'vaults of the contact without save_account')
  }),
  check('RT-21', async lab => {
    const notification_email_address = lab.address()
    same(
      (await paid(lab, { notification_email_address })).notification_email_address,
      notification_email_address,
      'notification_email_address',
    )
  }),
  check('RT-22', async lab => {
    await sample(lab)
    refused(await run(lab, { ticket: 1234567890 }), 'ticket')
    refused(await run(lab, { ticket: 'one' }), 'ticket')
  }),
  check(['RT-23', 'RT-24', 'RT-26'], async lab => {
    const sent = {
      advance_deposit: true,
      no_show: false,
      checkin_date: '2090-01-01',
      checkout_date: '2090-01-03',
      room_rate: 25,
    }
    const done = await paid(lab, sent)
    same(
      [done.checkin_date, done.checkout_date],
      [sent.checkin_date, sent.checkout_date],
      'checkin_date and checkout_date',
    )
    same(
      [Number(done.advance_deposit), Number(done.no_show), Number(done.room_rate)],
      [1, 0, 25],
      'advance_deposit, no_show and room_rate',
    )
    for (const name of ['checkin_date', 'checkout_date']) refused(await run(lab, { [name]: '01/31/2090' }), name)
    for (const name of ['advance_deposit', 'no_show']) refused(await run(lab, { [name]: 'perhaps' }), name)
    refused(await run(lab, { room_rate: 'much' }), 'room_rate')
  }),
]

const answerChecks: Check[] = [
  ...Object.entries(RESPONSE).map(([id, members]) =>
    check(id, async lab => {
      const found = await sample(lab)
      same(
        members.split(' ').filter(name => !(name in found)),
        [],
        'members missing in the answer',
      )
    }),
  ),
  check(['RT-28', 'RT-38'], async lab =>
    same((await paid(lab, { transaction_amount: '10.00' })).transaction_amount, 10, 'transaction_amount'),
  ),
  check('RT-34', async lab =>
    that(/\/v2\/transactions\//.test((await sample(lab))._links?.self?.href), 'there is no link to the transaction'),
  ),
  check('RT-35', async lab => {
    const { emv_receipt_data } = await paid(lab, { transaction_amount: '7.16' })
    that(
      typeof emv_receipt_data === 'object' && emv_receipt_data !== null,
      `emv_receipt_data is ${JSON.stringify(emv_receipt_data)}`,
    )
    same(
      Object.keys(emv_receipt_data).filter(name => !CHIP.includes(name)),
      [],
      'members of emv_receipt_data beyond the known ones',
    )
    that(JSON.stringify(emv_receipt_data).length <= 512, 'emv_receipt_data is longer than 512 characters')
  }),
  check('RT-36', async lab => {
    for (const transaction_amount of ['7.10', '7.13']) {
      same(
        (await paid(lab, { transaction_amount })).emv_receipt_data ?? null,
        null,
        `emv_receipt_data of ${transaction_amount}`,
      )
    }
  }),
  check('RT-37', async lab => {
    const declined = await paid(lab, { transaction_amount: '6.15' })
    same(
      [(await sample(lab)).status_id, declined.status_id],
      [101, 301],
      'status_id of an approved and a declined sale',
    )
  }),
  check('RT-39', async lab => {
    await sample(lab)
    const answer = await run(lab, { transaction_amount: '8.02' })
    that([201, 422].includes(answer.status), `${answer.asked} answered ${answer.status}`)
  }),
  check(['RT-40', 'LIM-02'], async lab => {
    await sample(lab)
    const texts = Object.values(refused(await run(lab, { transaction_amount: '7.71' })))
      .flat()
      .join(' ')
    that(/overall request timeout/i.test(texts), `the refusal says "${texts}"`)
  }),
  check('RT-41', async lab => {
    const { id } = await sample(lab)
    record(await lab.api.get(`transactions/${id}`), 'transaction', 200)
    refusedWith(await lab.api.get(`routertransactions/${id}`), 404, 405)
    refusedWith(await lab.api.put(`routertransactions/${id}`, { routertransaction: {} }), 404, 405)
    refusedWith(await lab.api.delete(`routertransactions/${id}`), 404, 405)
  }),
  check('RT-42', async lab => {
    for (const [transaction_amount, mode] of [
      ['7.10', 'K'],
      ['7.12', 'S'],
      ['7.15', 'C'],
      ['7.18', 'P'],
    ] as const) {
      same((await paid(lab, { transaction_amount })).entry_mode_id, mode, `entry_mode_id of ${transaction_amount}`)
    }
    for (const [transaction_amount, brand] of [
      ['7.50', 'visa'],
      ['7.51', 'mc'],
      ['7.52', 'amex'],
      ['7.53', 'disc'],
    ] as const) {
      same((await paid(lab, { transaction_amount })).account_type, brand, `account_type of ${transaction_amount}`)
    }
    for (const transaction_amount of ['5.01', '5.31', '5.99'])
      refused(await run(lab, { transaction_amount }), 'terminal_id')
    same((await paid(lab, { transaction_amount: '5.00' })).status_id, 301, 'status_id of 5.00')
  }),
]

const vaultBody = ({ merchant }: Lab, terminal_id: string): Fields => ({
  payment_method: 'cc',
  action: 'store',
  location_id: merchant.location_id,
  contact_id: merchant.contact_id,
  terminal_id,
})

async function store(lab: Lab, over: Fields = {}): Promise<Answer> {
  const routeraccountvault = { ...vaultBody(lab, await terminalOf(lab)), ...over }
  const answer = await inTurn(() => lab.api.post('routeraccountvaults', { routeraccountvault }))
  return offered(answer, 'POST /v2/routeraccountvaults')
}

const storeChecks: Check[] = [
  ...(['payment_method', 'action', 'location_id', 'contact_id', 'terminal_id'] as const).map((name, index) =>
    check(`RV-0${index + 1}`, async lab => {
      record(await store(lab), 'accountvault', 201)
      for (const wrong of [undefined, null, '', 'nothing']) refused(await store(lab, { [name]: wrong }), name)
      if (name === 'payment_method') refused(await store(lab, { [name]: 'ach' }), name)
    }),
  ),
  check(['RV-06', 'RV-07', 'RV-08'], async lab => {
    const answer = await store(lab)
    const vault = record(answer, 'accountvault', 201)
    that(/^\d{6}$/.test(vault.first_six) && /^\d{4}$/.test(vault.last_four), 'first_six or last_four is missing')
    that(!/"account_number":"/.test(answer.text), 'the answer has an account_number')
    same(
      [vault.contact_id, vault.location_id],
      [lab.merchant.contact_id, lab.merchant.location_id],
      'contact_id and location_id',
    )
    const [plain] = records(await lab.api.get('accountvaults?payment_method=cc&page_size=1'), 'accountvaults')
    same(Object.keys(vault).toSorted(), Object.keys(plain).toSorted(), 'the members of the vault')
  }),
  check('RV-09', async lab => {
    const { id } = record(await store(lab), 'accountvault', 201)
    answered(await lab.api.get(`accountvaults/${id}`), 200)
    refusedWith(await lab.api.get(`routeraccountvaults/${id}`), 404, 405)
    bare(await lab.api.delete(`accountvaults/${id}`))
  }),
]

export const routerChecks: Check[] = [...fieldChecks, ...answerChecks, ...storeChecks]
