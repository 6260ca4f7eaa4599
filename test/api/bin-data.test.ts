import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { binData } from '../../src/cli/bin-data/bin-data.ts'
import { readBinFile } from '../../src/cli/bin-data/read-bin-file.ts'
import { type Json, testApp } from '../support/app.ts'
import { operatorOf } from '../support/operator.ts'
import { ownProduct, paid, postTransaction, refusedOn, saleBody } from '../support/payments.ts'
import { surchargedProduct } from '../support/surcharges.ts'

/** `npm run tollgate -- bin-data`: how cards are funded, as the operator's acquirer says. */

const t = await testApp('bin_data')
after(t.close)
const operator = operatorOf(t)
const HEADER = 'digits,brand,funding,country'
/** Real ranges of none of the test cards. */
const VISA = '4242424242424242'
const OTHER_VISA = '4242429999999999'
const MASTERCARD = '5555555555554444'

let files = 0
function fileOf(...lines: string[]): string {
  files += 1
  const path = join(t.home, `bins-${files}.csv`)
  writeFileSync(path, `${[HEADER, ...lines].join('\n')}\n`)
  return path
}
const run = (...args: string[]) => operator.run(binData(args))
const bininfoOf = async (transaction: Json): Promise<Json> =>
  (await t.api.get(`transactions/${transaction.id}/bininfo`)).body.bininfo
const sums = () =>
  t.db.query<{ imports: number; ranges: number; current: number }>(
    `select (select count(*) from bin_import) as imports, (select count(*) from bin_range) as ranges,
            (select count(*) from bin_import where is_current) as current`,
  )

const { product_transaction_id } = await surchargedProduct(t)
const debit_only = await ownProduct(t, { bank_funded_only: 1 })
const PARTS = {
  product_transaction_id,
  transaction_amount: '10.30',
  subtotal_amount: '10.00',
  surcharge_amount: '0.30',
}

test('without BIN data no card but test cards carries a surcharge, and bank_funded_only says that it does not know', async () => {
  assert.match(await run('status'), /there are no BIN data/)
  const sale = await paid(t.api, saleBody({ ...PARTS, account_number: VISA }))
  assert.deepEqual([sale.transaction_amount, sale.surcharge_amount], [10, '0.00'])
  const refused = await postTransaction(
    t.api,
    saleBody({ product_transaction_id: debit_only, account_number: MASTERCARD }),
  )
  refusedOn(refused, 'account_number')
  assert.match(refused.text, /how this card is funded is not known/)
})

test('imported ranges decide about surcharges, debit cards and bininfo, the longest prefix first', async () => {
  const path = fileOf('424242,visa,credit,USA', '42424299-42424299,visa,debit,CAN', '555555,mc,debit,USA')
  assert.match(await run('import', path), /3 lines are used from now on/)
  const sale = await paid(t.api, saleBody({ ...PARTS, account_number: VISA }))
  assert.deepEqual([sale.transaction_amount, sale.surcharge_amount], [10.3, '0.30'])
  const { detail_card_product, country_code, account_fund_source, issuer_bank_name } = await bininfoOf(sale)
  assert.deepEqual(
    [detail_card_product, country_code, account_fund_source, issuer_bank_name.trim()],
    ['V', 'USA', 'C', ''],
  )
  const narrower = await paid(t.api, saleBody({ ...PARTS, account_number: OTHER_VISA }))
  assert.deepEqual([narrower.transaction_amount, (await bininfoOf(narrower)).country_code], [10, 'CAN'])
  await paid(t.api, saleBody({ product_transaction_id: debit_only, account_number: MASTERCARD }))
  const credit = await postTransaction(t.api, saleBody({ product_transaction_id: debit_only, account_number: VISA }))
  assert.match(credit.text, /whose money comes from a bank account/)
  const status = await run('status')
  assert.match(status, /bins-1\.csv \(3 lines, \d ranges\)/)
  assert.match(status, /credit: 1 range\ndebit: 2 ranges/)
  const [event] = await t.db.query<{ details: Json }>(`select changes as details from event where noun = 'bin_data'`)
  assert.equal(event?.details.line_count, 3)
})

test('of first digits alone is said what all of their cards have in common', async () => {
  const [of_six, of_eleven] = await t.app.engine.parts.vaulting.bins.find(['424242', '42424200000'])
  assert.deepEqual([of_six?.account_fund_source, of_six?.detail_card_product], [' ', 'V'])
  assert.deepEqual([of_eleven?.account_fund_source, of_eleven?.country_code], ['C', 'USA'])
  const [of_none] = await t.app.engine.parts.vaulting.bins.find(['400000'])
  assert.equal(of_none?.account_fund_source, ' ')
})

test('a file with mistakes changes nothing, and names its lines', async () => {
  const before = await sums()
  const wrong: [RegExp, ...string[]][] = [
    [/line 2: digits must have 6 to 11 digits/, '4111,visa,credit,USA'],
    [/line 3: funding must be one of credit/, '411111,visa,credit,USA', '411112,visa,charge,USA'],
    [/line 2: brand must be one of/, '411111,visacard,credit,USA'],
    [/line 2: country must be/, '411111,visa,credit,US'],
    [/line 2: has more than the columns/, '411111,visa,credit,USA,x'],
    [/lines 2 and 3 overlap/, '411111-411119,visa,credit,USA', '411115-411125,visa,debit,USA'],
    [/holds no range/],
  ]
  for (const [says, ...lines] of wrong) await assert.rejects(run('import', fileOf(...lines)), says)
  const bare = join(t.home, 'bare.csv')
  writeFileSync(bare, '411111,visa,credit,USA\n')
  await assert.rejects(run('import', bare), /line 1 has to be digits,brand,funding,country/)
  await assert.rejects(run('import', join(t.home, 'nothing.csv')), /ENOENT/)
  for (const args of [[], ['import'], ['status', 'x'], ['remove']]) assert.throws(() => binData(args), /bin-data needs/)
  assert.deepEqual(await sums(), before)
})

test('a mistake in line 999,999 of a million is found before anything is written', async () => {
  const path = fileOf()
  const line = (index: number): string => `${40_000_000_000 + index * 10},visa,credit,USA\n`
  for (let from = 0; from < 1_000_000; from += 50_000)
    appendFileSync(path, Array.from({ length: 50_000 }, (_, index) => line(from + index)).join(''))
  const whole = await readBinFile(path)
  assert.deepEqual([whole.lines, whole.ranges.low.length], [1_000_000, 1_000_000])
  const broken = fileOf()
  for (let from = 0; from < 1_000_000; from += 50_000) {
    const lines = Array.from({ length: 50_000 }, (_, index) => (from + index === 999_997 ? 'x\n' : line(from + index)))
    appendFileSync(broken, lines.join(''))
  }
  await assert.rejects(readBinFile(broken), /^Error: line 999999: digits must have/)
})

test('an import that is cut off in its middle leaves what was there, and the next one goes through', async () => {
  const before = await sums()
  const path = fileOf('424242,visa,debit,USA')
  await t.owner.transaction(async tx => {
    // It writes its ranges, and waits here to have them used.
    await tx.query('select from bin_import where is_current for update')
    const cut = assert.rejects(run('import', path))
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'tollgate bin-data' and datname = current_database() and wait_event_type = 'Lock'`
    while ((await t.owner.query(end)).length === 0) await setTimeout(20)
    await cut
  })
  assert.deepEqual(await sums(), before)
  const still = await paid(t.api, saleBody({ ...PARTS, account_number: VISA }))
  assert.equal(still.transaction_amount, 10.3)
  assert.match(await run('import', path), /they replace bins-1\.csv/)
  const [now] = await sums()
  assert.deepEqual([now?.ranges, now?.current], [1, 1])
})

test('sales go on while a file is replaced: each is by the one or the other', async () => {
  const credit = fileOf('424242,visa,credit,USA')
  const debit = fileOf('424242,visa,debit,USA')
  let is_done = false
  const selling = (async () => {
    const amounts = new Set<number>()
    while (!is_done) amounts.add((await paid(t.api, saleBody({ ...PARTS, account_number: VISA }))).transaction_amount)
    return amounts
  })()
  for (const path of [credit, debit, credit, debit]) await run('import', path)
  is_done = true
  for (const amount of await selling) assert.ok(amount === 10 || amount === 10.3, String(amount))
  const last = await paid(t.api, saleBody({ ...PARTS, account_number: VISA }))
  assert.equal(last.transaction_amount, 10)
})

test('two imports at once: one is told to wait', async () => {
  const paths = [1, 2].map(each => fileOf(`42424${each},visa,credit,USA`))
  const ended = await Promise.allSettled(paths.map(path => run('import', path)))
  for (const each of ended)
    if (each.status === 'rejected') assert.match(each.reason.message, /another import is running/)
  assert.equal((await sums())[0]?.current, 1)
})
