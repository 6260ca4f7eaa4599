import { type Check, check, partCheck } from '../check.ts'
import type { Answer, Json } from '../client.ts'
import { answered, bare, different, record, records, refused, refusedWith, same, that } from '../expect.ts'
import {
  type Fields,
  newBankVault,
  newContact,
  newLocation,
  newProduct,
  newRecurring,
  newVault,
  recurringBody,
  UNKNOWN,
} from '../fixtures.ts'
import type { Lab } from '../lab.ts'

const ZERO = '0000-00-00'
const EXPANDS = [
  'created_user',
  'account_vault',
  'transactions',
  'signature',
  'location',
  'contact',
  'tags',
  'product_transaction',
]

const create = async (lab: Lab, over: Fields): Promise<Answer> =>
  lab.api.post('recurrings', { recurring: await recurringBody(lab, over) })
const update = (lab: Lab, id: string, fields: Fields): Promise<Answer> =>
  lab.api.put(`recurrings/${id}`, { recurring: fields })
const read = async (lab: Lab, id: string, query = ''): Promise<Json> =>
  record(await lab.api.get(`recurrings/${id}${query}`), 'recurring', 200)
const act = (lab: Lab, id: string, what: string): Promise<Answer> => lab.api.post(`recurrings/${id}/${what}`)

/** The other values of a recurring that was created with only the required fields. */
const START = {
  end_date: ZERO,
  description: null,
  installment_total_count: null,
  installment_amount_total: null,
  notification_days: '0',
  payment_method: 'cc',
  recurring_api_id: null,
  recurring_c1: null,
  recurring_c2: null,
  recurring_c3: null,
  active: '1',
  recurring_type_id: 'o',
  status: 'active',
}

const fieldChecks: Check[] = [
  partCheck(['RC-04', 'RC-13', 'RC-26', 'RC-27', 'RC-28', 'RC-37'], 'at the start', async lab => {
    const body = await recurringBody(lab)
    const made = record(await lab.api.post('recurrings', { recurring: body }), 'recurring', 201)
    const { id, created_ts, modified_ts, _links, ...rest } = made
    const product_transaction_id = lab.merchant.cc_product_transaction_id
    const expected = { ...START, ...body, product_transaction_id, next_run_date: body.start_date }
    same(rest, expected, 'a new recurring')
    that(Math.abs(created_ts - (await lab.seconds())) < 60, `created_ts is ${created_ts}`)
    same(modified_ts, created_ts, 'modified_ts')
    that(_links.self.href.endsWith(`/v2/recurrings/${id}`), `_links.self is ${_links.self.href}`)
  }),
  partCheck(['RC-05', 'RC-06', 'RC-08', 'RC-09', 'RC-10', 'RC-11'], 'missing fields', async lab => {
    const missing = ['account_vault_id', 'interval', 'interval_type', 'location_id', 'start_date', 'transaction_amount']
    const errors = refused(await lab.api.post('recurrings', { recurring: {} }))
    same(Object.keys(errors).toSorted(), missing, 'fields reported for an empty recurring')
  }),
  partCheck('RC-05', 'vaults', async lab => {
    const gone = await newVault(lab)
    answered(await lab.api.delete(`accountvaults/${gone.id}`), 204)
    refused(await create(lab, { account_vault_id: gone.id }), 'account_vault_id')
    const theirs = await recurringBody(lab, { location_id: lab.other.location_id })
    refused(await lab.stranger.post('recurrings', { recurring: theirs }), 'account_vault_id')
  }),
  partCheck(['RC-07', 'RC-19'], 'the product fits the vault', async lab => {
    const { cc_product_transaction_id, ach_product_transaction_id, child_cc_product_transaction_id } = lab.merchant
    const bank = await newBankVault(lab)
    refused(await create(lab, { account_vault_id: bank.id }), 'product_transaction_id')
    refused(await create(lab, { product_transaction_id: ach_product_transaction_id }), 'product_transaction_id')
    const { id } = await newRecurring(lab, { product_transaction_id: cc_product_transaction_id })
    const moved = await update(lab, id, { product_transaction_id: child_cc_product_transaction_id })
    same(record(moved, 'recurring', 200).product_transaction_id, child_cc_product_transaction_id, 'the other product')
    refused(await update(lab, id, { product_transaction_id: ach_product_transaction_id }), 'product_transaction_id')
    refused(await update(lab, id, { account_vault_id: bank.id }), 'account_vault_id')
  }),
  check('RC-01', async lab => {
    const contact = await newContact(lab)
    const vault = await newVault(lab, { contact_id: contact.id })
    const { id } = await newRecurring(lab, { account_vault_id: vault.id })
    const found = await read(lab, id, '?expand=contact,account_vault')
    same([found.contact?.id, found.account_vault?.id], [contact.id, vault.id], 'the expanded contact and vault')
  }),
  check(['RC-02', 'RC-25', 'RC-13'], async lab => {
    const ongoing = await newRecurring(lab)
    same([ongoing.recurring_type_id, ongoing.end_date], ['o', ZERO], 'type and end of a recurring without a count')
    same(
      (await newRecurring(lab, { installment_total_count: 3 })).recurring_type_id,
      'i',
      'type of a recurring with a count',
    )
    const ended = await newRecurring(lab, { end_date: '2095-01-31' })
    same([ended.recurring_type_id, ended.end_date], ['o', '2095-01-31'], 'type and end of a recurring with an end')
  }),
  check('RC-08', async lab => {
    for (const good of ['0.01', '999999999.99'])
      same((await newRecurring(lab, { transaction_amount: good })).transaction_amount, good, 'transaction_amount')
    for (const wrong of [undefined, null, '', '0', 'much', '1.005', '-1.00', '1234567890.12', '12345678901.00', {}]) {
      refused(await create(lab, { transaction_amount: wrong }), 'transaction_amount')
    }
    const { id, transaction_amount } = await newRecurring(lab, { transaction_amount: 12.5 })
    same(transaction_amount, '12.50', 'transaction_amount sent as a number')
    await update(lab, id, { transaction_amount: '99.00' })
    same((await read(lab, id)).transaction_amount, '12.50', 'transaction_amount after an update')
  }),
  check('RC-10', async lab => {
    for (const interval_type of ['d', 'w', 'm'])
      same((await newRecurring(lab, { interval_type })).interval_type, interval_type, 'interval_type')
    for (const wrong of ['y', 'D', 'mm', '', undefined])
      refused(await create(lab, { interval_type: wrong }), 'interval_type')
    const { id } = await newRecurring(lab)
    await update(lab, id, { interval_type: 'd' })
    same((await read(lab, id)).interval_type, 'm', 'interval_type after an update')
  }),
  check('RC-17', async lab => {
    const plan = await newRecurring(lab, { installment_total_count: 20, transaction_amount: '10.00' })
    same(plan.installment_amount_total, '200.00', 'installment_amount_total of 20 times 10.00')
    same((await newRecurring(lab)).installment_amount_total, null, 'installment_amount_total of an ongoing recurring')
  }),
  check('RC-19', async lab => {
    same((await newRecurring(lab, { payment_method: 'cc' })).payment_method, 'cc', 'payment_method')
    same((await newRecurring(lab)).payment_method, 'cc', 'payment_method that was not sent')
    for (const wrong of ['card', 'c', 'cash']) refused(await create(lab, { payment_method: wrong }), 'payment_method')
    const { id } = await newRecurring(lab)
    await update(lab, id, { payment_method: 'ach' })
    same((await read(lab, id)).payment_method, 'cc', 'payment_method after an update')
  }),
  check('RC-21', async lab => {
    const recurring_api_id = lab.unique()
    await newRecurring(lab, { recurring_api_id })
    refused(await create(lab, { recurring_api_id }), 'recurring_api_id')
    const other = await newRecurring(lab)
    refused(await update(lab, other.id, { recurring_api_id }), 'recurring_api_id')
    const location_id = lab.merchant.child_location_id
    const below = await newVault(lab, { location_id })
    await newRecurring(lab, { recurring_api_id, location_id, account_vault_id: below.id })
  }),
  check('RC-23', async lab => {
    same((await newRecurring(lab)).active, '1', 'active that was not sent')
    for (const [sent, shown] of [
      ['1', '1'],
      ['0', '0'],
      [1, '1'],
      [true, '1'],
    ])
      same((await newRecurring(lab, { active: sent })).active, shown, `active sent as ${sent}`)
    for (const wrong of ['2', 'yes', '10']) refused(await create(lab, { active: wrong }), 'active')
  }),
  check('RC-24', async lab => {
    const plan = await newRecurring(lab, { installment_total_count: 5 })
    for (const active of ['0', 0]) answered(await update(lab, plan.id, { active }), 200)
    const after = await read(lab, plan.id)
    same(
      [after.active, after.status, after.next_run_date],
      [plan.active, 'active', plan.next_run_date],
      'active, status and next run of an installment plan',
    )
  }),
  check('RC-36', async lab => {
    const { id } = await newRecurring(lab)
    const stopped = record(await update(lab, id, { active: 0 }), 'recurring', 200)
    same(
      [stopped.active, stopped.status, stopped.next_run_date],
      ['0', 'on hold', ZERO],
      'active, status and next run after active 0',
    )
    const again = record(await update(lab, id, { active: 1 }), 'recurring', 200)
    same([again.active, again.status], ['1', 'active'], 'active and status after active 1')
    different(again.next_run_date, ZERO, 'next_run_date after active 1')
  }),
  check('RC-14', async lab => {
    const made = await newRecurring(lab, { next_run_date: '2091-01-31' })
    same(made.next_run_date, '2090-01-31', 'next_run_date sent on create')
  }),
  check('RC-28', async lab => {
    const made = await newRecurring(lab, { start_date: '2090-05-17' })
    same([made.status, made.next_run_date], ['active', '2090-05-17'], 'status and next_run_date of a new recurring')
  }),
  check(['RC-05', 'RC-19'], async lab => {
    const bank = await newBankVault(lab)
    const made = await newRecurring(lab, {
      account_vault_id: bank.id,
      product_transaction_id: lab.merchant.ach_product_transaction_id,
    })
    same(made.payment_method, 'ach', 'payment_method of a recurring on a bank account')
    const { product_transaction_id } = made
    const over = { account_vault_id: bank.id, product_transaction_id, payment_method: 'cc' }
    refused(await create(lab, over), 'payment_method')
  }),
  partCheck('RC-12', 'not before the start', async lab => {
    refused(await create(lab, { end_date: '2089-12-31' }), 'end_date')
  }),
]

const actionChecks: Check[] = [
  check(['RC-29', 'RC-46'], async lab => {
    const { id } = await newRecurring(lab)
    const held = record(await act(lab, id, 'placeOnHold'), 'recurring', 200)
    same([held.id, held.status, held.next_run_date], [id, 'on hold', ZERO], 'id, status and next_run_date')
    refused(await act(lab, id, 'placeOnHold'))
    refused(await act(lab, id, 'skipPayment?skip_count=1'))
  }),
  check(['RC-30', 'RC-47'], async lab => {
    const { id } = await newRecurring(lab)
    refused(await act(lab, id, 'activate'))
    answered(await act(lab, id, 'placeOnHold'), 200)
    const again = record(await act(lab, id, 'activate'), 'recurring', 200)
    same([again.status, again.next_run_date], ['active', '2090-01-31'], 'status and next_run_date')
  }),
  check(['RC-31', 'RC-32', 'RC-44'], async lab => {
    const { id } = await newRecurring(lab, { end_date: '2095-01-31' })
    const skipped = record(await act(lab, id, 'skipPayment?skip_count=2'), 'recurring', 200)
    same(
      [skipped.status, skipped.next_run_date, skipped.end_date],
      ['active', '2090-03-31', '2095-01-31'],
      'status, next_run_date and end_date after two skips',
    )
    for (const query of ['?skip_count=0', '?skip_count=-1', '?skip_count=two', '?skip_count=1.5', '?skip_count=']) {
      refused(await act(lab, id, `skipPayment${query}`), 'skip_count')
    }
    same((await read(lab, id)).next_run_date, '2090-03-31', 'next_run_date after refused skips')
  }),
  ...(
    [
      ['d', '10', '2090-02-10'],
      ['w', '1', '2090-02-07'],
      ['m', '1', '2090-02-28'],
    ] as const
  ).map(([interval_type, interval, next]) =>
    partCheck('RC-31', `one interval of ${interval} ${interval_type}`, async lab => {
      const { id } = await newRecurring(lab, { interval_type, interval })
      same(
        record(await act(lab, id, 'skipPayment?skip_count=1'), 'recurring', 200).next_run_date,
        next,
        'next_run_date after a skip',
      )
    }),
  ),
  check('RC-33', async lab => {
    const { id, end_date } = await newRecurring(lab, { installment_total_count: 5 })
    const skipped = record(await act(lab, id, 'skipPayment?skip_count=2'), 'recurring', 200)
    same(
      [skipped.next_run_date, skipped.end_date],
      ['2090-03-31', end_date],
      'next_run_date and end_date of an installment plan',
    )
    const over = await act(lab, id, 'skipPayment?skip_count=4')
    if (over.status === 200)
      same(over.body.recurring.status, 'ended', 'status of a plan whose payments were all skipped')
    else refused(over)
  }),
  check('RC-34', async lab => {
    const ongoing = await newRecurring(lab)
    refused(await act(lab, ongoing.id, 'deferPayment?defer_count=1'))
    same(await read(lab, ongoing.id), ongoing, 'the recurring after a refused deferment')
    const plan = await newRecurring(lab, { installment_total_count: 5 })
    answered(await act(lab, plan.id, 'deferPayment?defer_count=1'), 200)
  }),
  check(['RC-35', 'RC-45'], async lab => {
    const plan = await newRecurring(lab, { start_date: '2090-02-23', installment_total_count: 20 })
    same(plan.end_date, '2091-10-22', 'end_date of 20 monthly payments')
    const deferred = record(await act(lab, plan.id, 'deferPayment?defer_count=2'), 'recurring', 200)
    same(
      [deferred.status, deferred.next_run_date, deferred.end_date],
      ['active', '2090-04-23', '2091-12-22'],
      'status, next_run_date and end_date',
    )
    same(
      [deferred.installment_total_count, deferred.installment_amount_total],
      [20, '200.00'],
      'count and total after a deferment',
    )
    for (const query of ['?defer_count=0', '?defer_count=x', '?defer_count='])
      refused(await act(lab, plan.id, `deferPayment${query}`), 'defer_count')
  }),
]

const endpointChecks: Check[] = [
  check('RC-37', async lab => {
    const fields = await recurringBody(lab, {
      product_transaction_id: lab.merchant.cc_product_transaction_id,
      description: 'Rent',
      notification_days: '5',
    })
    const made = record(await lab.api.post('recurrings', { recurring: fields }), 'recurring', 201)
    for (const [name, value] of Object.entries(fields)) same(made[name], value, name)
  }),
  check('RC-38', async lab => {
    const { id } = await newRecurring(lab)
    same(record(await update(lab, id, { description: 'Other' }), 'recurring', 200).description, 'Other', 'description')
    const plan = await newRecurring(lab, { installment_total_count: 3 })
    const changes = {
      account_vault_id: (await newVault(lab)).id,
      end_date: '2090-12-31',
      next_run_date: '2090-02-15',
      description: 'Weekly care',
      notification_days: '3',
      recurring_api_id: lab.unique(),
      recurring_c1: 'a',
      recurring_c2: 'b',
      recurring_c3: 'c',
    }
    const ignored = {
      location_id: lab.merchant.child_location_id,
      transaction_amount: '99.00',
      interval: '2',
      interval_type: 'd',
      start_date: '2091-01-01',
      installment_total_count: 9,
      payment_method: 'ach',
      status: 'ended',
      recurring_type_id: 'o',
    }
    const answer = await update(lab, plan.id, { ...ignored, ...changes })
    const { modified_ts: _, ...after } = record(answer, 'recurring', 200)
    const { modified_ts: __, ...before } = plan
    same(after, { ...before, ...changes }, 'the recurring after a change of all of it')
    refusedWith(await lab.stranger.put(`recurrings/${id}`, { recurring: { description: 'Theirs' } }), 404)
  }),
  check('RC-39', async lab => {
    const made = await newRecurring(lab)
    same(await read(lab, made.id), made, 'the recurring read after the create')
    refusedWith(await lab.stranger.get(`recurrings/${made.id}`), 404)
  }),
  check(['RC-40', 'RC-41'], async lab => {
    const location_id = (await newLocation(lab)).id
    const product = await newProduct(lab, { location_id })
    const vault = await newVault(lab, { location_id })
    const over = { location_id, product_transaction_id: product.id, account_vault_id: vault.id }
    for (const start_date of ['2090-03-01', '2090-01-01', '2090-02-01'])
      await newRecurring(lab, { ...over, start_date })
    const held = await newRecurring(lab, over)
    answered(await act(lab, held.id, 'placeOnHold'), 200)
    const answer = await lab.api.get(`recurrings?location_id=${location_id}&status=active`)
    same(
      records(answer, 'recurrings').map(each => each.next_run_date),
      ['2090-01-01', '2090-02-01', '2090-03-01'],
      'next_run_date of the active ones',
    )
    same(answer.body.meta.sort.attributes, { next_run_date: 'asc' }, 'meta.sort.attributes')
    const onHold = records(await lab.api.get(`recurrings?location_id=${location_id}&status=on+hold`), 'recurrings')
    same(
      onHold.map(each => each.id),
      [held.id],
      'the ones on hold',
    )
    same(
      (await lab.api.get(`recurrings?location_id=${location_id}&page_size=2`)).body.meta.pagination.pageCount,
      2,
      'pageCount',
    )
    const found = async (query: string): Promise<number> =>
      (await lab.api.get(`recurrings?location_id=${location_id}&${query}`)).body.meta.pagination.totalCount
    same(await found(`next_run_date=${ZERO}`), 1, 'recurrings without a next run')
    same(await found('interval=1&interval_type=m&active=1'), 4, 'monthly recurrings that are active')
    const last = await lab.api.get(`recurrings?location_id=${location_id}&sort=-next_run_date&page_size=2&page=2`)
    same(
      records(last, 'recurrings').map(each => each.next_run_date),
      ['2090-01-01', ZERO],
      'the second page, the latest first',
    )
  }),
  check(['RC-42', 'RC-43', 'ERR-01'], async lab => {
    const { id } = await newRecurring(lab)
    refusedWith(await lab.stranger.delete(`recurrings/${id}`), 404)
    bare(await lab.api.delete(`recurrings/${id}`))
    answered(await lab.api.get(`recurrings/${id}`), 404)
    refusedWith(await lab.api.delete(`recurrings/${id}`), 404)
    refusedWith(await lab.api.delete(`recurrings/${UNKNOWN}`), 404)
  }),
  ...EXPANDS.map(name =>
    partCheck(name === 'transactions' ? ['RC-48', 'RC-49'] : 'RC-48', name, async lab => {
      const { id, ...made } = await newRecurring(lab)
      const found = await read(lab, id, `?expand=${name}`)
      that(name in found, `${name} is missing`)
      if (['account_vault', 'location', 'product_transaction'].includes(name))
        same(found[name].id, made[`${name}_id`], `the id of ${name}`)
      if (name === 'created_user') same(found[name].id, lab.merchant.user.user_id, 'the id of created_user')
      if (name === 'tags') same(found.tags, [], 'the tags of a recurring without any')
      if (name === 'signature') same(found.signature, null, 'the signature of a recurring without one')
      if (name === 'transactions') same(found.transactions, [], 'the transactions of a recurring that did not run')
    }),
  ),
]

export const recurringChecks: Check[] = [...fieldChecks, ...actionChecks, ...endpointChecks]
