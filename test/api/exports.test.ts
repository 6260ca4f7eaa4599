import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import { FORMATS_OF_FILES } from '../../src/exports/formats.ts'
import { parseCsv } from '../../src/lib/csv.ts'
import { zoned } from '../../src/lib/local-date.ts'
import { type Answer, type Json, testApp } from '../support/app.ts'

const t = await testApp('exports')
after(t.close)
const [home] = t.merchants
const CARD = { account_number: '4111111111111111', exp_date: '1235' }
const { body: me } = await t.api.get(`users/${home.user.user_id}`)
const zone: string = me.user.tz

async function pay(transaction_amount: string, more: object = {}): Promise<Json> {
  const { body } = await t.api.post('transactions', {
    transaction: {
      payment_method: 'cc',
      action: 'sale',
      transaction_amount,
      location_id: home.location_id,
      ...CARD,
      ...more,
    },
  })
  assert.ok(body.transaction, JSON.stringify(body))
  return body.transaction
}

/** The rows of a file by the names in its header. */
function rowsOf({ text }: Answer): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(text)
  return rows.map(row => Object.fromEntries(header.map((name, index) => [name, row[index]!])))
}

const file = async (query: string, as = t.api): Promise<Record<string, string>[]> => {
  const answer = await as.get(`transactions?_format=csv${query && `&${query}`}`)
  assert.equal(answer.status, 200, answer.text)
  return rowsOf(answer)
}

const first = await pay('10.00', { description: 'Tea, "green"', order_num: 'A-1' })
const second = await pay('25.50', { description: '=HYPERLINK("http://evil.example")', tags: ['vip'] })

test('a file has field names with spaces for underscores, and a row for each transaction, newest first', async () => {
  const answer = await t.api.get('transactions?_format=csv')
  assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.match(answer.headers['content-disposition']!, /^attachment; filename="transactions-\d{8}T\d{6}\.csv"$/)
  assert.match(answer.text, /^\ufeffid,payment method,account vault id,recurring id,first six,last four,/)
  assert.ok(answer.text.endsWith('\r\n'))
  const rows = rowsOf(answer)
  assert.deepEqual(
    rows.map(row => row.id),
    [second.id, first.id],
  )
  const { body } = await t.api.get(`transactions/${first.id}`)
  const shown = Object.entries(body.transaction).filter(([name]) => name !== '_links')
  assert.deepEqual(
    Object.keys(rows[1]!),
    shown.map(([name]) => name.replaceAll('_', ' ')),
  )
  for (const [name, value] of shown) {
    const expected =
      name === 'transaction_amount'
        ? '10.00'
        : value === null
          ? ''
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value)
    assert.equal(rows[1]![name.replaceAll('_', ' ')], expected, name)
  }
})

test('what a spreadsheet would run is kept a text, and a file shows no more than the list', async () => {
  const [row] = await file(`id=${second.id}`)
  assert.equal(row!.description, `'=HYPERLINK("http://evil.example")`)
  assert.match(row!.tags!, /"title":"vip"/)
  assert.equal(row!['first six'], '411111')
  assert.ok(
    !Object.keys(row!).some(
      name =>
        ['routing', 'instrument id', 'doing', 'settled ts', 'captured amount'].includes(name) && row![name] !== '',
    ),
  )
})

test('a tsv has one line for each row, whatever stands in it', async () => {
  const odd = await pay('11.00', { description: 'a\tb\\c' })
  const answer = await t.api.get(`transactions?_format=tsv&id=${odd.id}`)
  assert.equal(answer.headers['content-type'], 'text/tab-separated-values; charset=utf-8')
  assert.match(answer.headers['content-disposition']!, /\.tsv"$/)
  const [header, row, end] = answer.text.split('\n')
  assert.equal(end, '')
  const place = header!.split('\t').indexOf('description')
  assert.equal(row!.split('\t')[place], 'a\\tb\\\\c')
  assert.equal(header!.split('\t').length, row!.split('\t').length)
})

test('filters, sorts and their refusals are those of the list; pages and expands are not', async () => {
  const ids = async (query: string) => (await file(query)).map(row => row.id)
  assert.deepEqual(await ids('transaction_amount=10.00'), [first.id])
  assert.deepEqual(await ids('status_id=101&sort=id&transaction_amount=10.00|26.00').then(all => all.slice(0, 2)), [
    first.id,
    second.id,
  ])
  assert.deepEqual(await ids('description=green'), [first.id])
  assert.equal((await ids('page_size=1')).length, (await ids('')).length)
  assert.deepEqual(await ids('id=nobody'), [])
  for (const [query, name] of [
    ['nothing=1', 'nothing'],
    ['sort=nothing', 'nothing'],
    ['status_id=x', 'status_id'],
    ['expand=location', 'expand'],
    ['created_ts_from=yesterday', 'created_ts_from'],
    ['created_ts_to=2026-13-01', 'created_ts_to'],
  ]) {
    const { status, body } = await t.api.get(`transactions?_format=csv&${query}`)
    assert.deepEqual([status, Object.keys(body.errors)], [422, [name]], String(query))
  }
  const { status, body } = await t.api.get('transactions?_format=xml')
  assert.deepEqual([status, body.errors], [422, { _format: ['_format must be one of json, csv, tsv, xlsx.'] }])
  assert.equal((await t.api.get('transactions?_format=json&page_size=1')).body.transactions.length, 1)
})

test('a file without rows has its header', async () => {
  const answer = await t.api.get('transactions?_format=csv&transaction_amount=999.99')
  assert.match(answer.text, /^\ufeffid,payment method,[^\n]+\r\n$/)
})

test('created_ts_from and created_ts_to stand alone, in the time of the user', async () => {
  await t.api.post('/sandbox/clock', { advance: 'PT10M' })
  const late = await pay('12.00')
  const local = (seconds: number) =>
    zoned(seconds, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')
  const ids = async (query: string) => (await file(query)).map(row => row.id)
  const from = encodeURIComponent(local(late.created_ts))
  assert.deepEqual(await ids(`created_ts_from=${from}`), [late.id])
  assert.deepEqual(await ids(`created_ts_from=${from.replaceAll('%20', '+')}`), [late.id])
  assert.deepEqual(await ids(`created_ts_from=${late.created_ts}`), [late.id])
  const before = await ids(`created_ts_to=${encodeURIComponent(local(late.created_ts - 1))}`)
  assert.ok(before.includes(first.id) && !before.includes(late.id))
  const day = zoned(late.created_ts, zone).toPlainDate().toString()
  assert.ok((await ids(`created_ts_from=${day}&created_ts_to=${day}`)).includes(late.id))
  assert.deepEqual(await ids(`created_ts_from=${from}&created_ts_to=${from}`), [late.id])
  const custom = `created_ts=custom&created_ts_from=${late.created_ts}`
  assert.deepEqual(await ids(custom), [late.id])
})

test('a voided transaction stands there as it was before, just above the void', async () => {
  const sale = await pay('30.00')
  const held = await pay('31.00', { action: 'authonly' })
  for (const { id } of [sale, held]) await t.api.put(`transactions/${id}`, { transaction: { action: 'void' } })
  const rows = await file(`id=${sale.id},${held.id}`)
  const shown = rows.map(row => [row.id, row['status id'], row['transaction amount'], row['void date'] === ''])
  assert.deepEqual(shown, [
    [held.id, '102', '31.00', true],
    [held.id, '201', '0.00', false],
    [sale.id, '101', '30.00', true],
    [sale.id, '201', '0.00', false],
  ])
})

test('a payment that came back from the bank follows its original, with cb behind its id', async () => {
  const debit = {
    action: 'debit',
    payment_method: 'ach',
    product_transaction_id: home.ach_product_transaction_id,
    account_number: '123456789',
    routing: '072000326',
    account_type: 'checking',
    account_holder_name: 'Pat Example',
    ach_sec_code: 'WEB',
    exp_date: undefined,
    description: 'Rent',
  }
  const paid = await pay('40.00', debit)
  await t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run(
      `update transaction set status_id = 331, settle_date = '2026-01-05', charge_back_date = '2026-01-07' where id = $1`,
      [paid.id],
    )
  })
  const rows = await file(`id=${paid.id}`)
  assert.deepEqual(
    rows.map(row => [row.id, row['status id'], row.description, row['charge back date'], row['transaction amount']]),
    [
      [paid.id, '134', 'Rent', '', '40.00'],
      [`${paid.id}cb`, '331', 'ACH Reject-Rent', '2026-01-07', '40.00'],
    ],
  )
})

test('a file holds what its reader may see, and needs the right to list', async () => {
  const own = await t.clerk.post('transactions', {
    transaction: { payment_method: 'cc', action: 'sale', transaction_amount: '13.00', ...CARD },
  })
  const seen = await file('', t.clerk)
  assert.deepEqual(
    seen.map(row => row.id),
    [own.body.transaction.id],
  )
  assert.deepEqual(await file('', t.stranger), [])
  assert.equal((await t.as({}).get('transactions?_format=csv')).status, 401)
  assert.equal((await t.clerk.get('changelogs?_format=csv')).status, 403)
})

test('every list of every noun can be had as a file, with the rows of the list', async () => {
  for (const { resource } of t.app.engine.registry.nouns) {
    if (!resource.verbs.includes('list')) continue
    const list = await t.api.get(`${resource.plural}?page_size=5000`)
    const answer = await t.api.get(`${resource.plural}?_format=csv`)
    assert.equal(answer.status, 200, `${resource.plural} ${answer.text}`)
    const rows = rowsOf(answer)
    if (resource.name === 'transaction') continue
    const shown = list.body[resource.plural]
    assert.equal(rows.length, shown.length, resource.plural)
    assert.deepEqual(
      rows.map(row => row.id),
      shown.map((each: Json) => String(each.id)),
      resource.plural,
    )
  }
})

test('G27 texts stay as they are in a csv for people, and formulas run in no spelling', async () => {
  const titles = ['00123', '123456789012', '3-4', '1.50', 'TRUE', ' =1+1', '＝1+1', '\u200b@SUM(A1)', '12', 'Café 5']
  const wanted = titles.map(title => (title === '12' || title === 'Café 5' ? title : `'${title}`))
  for (const title of titles) await t.api.tags.create({ location_id: home.location_id, title })
  const answer = await t.api.get('tags?_format=csv&sort=id')
  assert.ok(answer.text.startsWith('\ufeffid,'), 'a spreadsheet is told that it is UTF-8')
  assert.deepEqual(
    rowsOf(answer)
      .map(row => row.title)
      .slice(-wanted.length),
    wanted,
  )
  const { text } = await t.api.get('tags?_format=tsv&sort=id')
  assert.ok(text.startsWith('id\t') && text.includes('\t00123\t'))
})

test('G27 a workbook has the rows of the list: texts as texts, amounts as numbers, and no formulas', async () => {
  const asked = t.api.transactions.list({ sort: 'id' })
  const records = (await Array.fromAsync(asked)).filter(({ status_id }) => status_id === 101)
  const file = await t.api.transactions.list({ sort: 'id', status_id: '101' }).file('xlsx')
  assert.match(file.type, /spreadsheetml/)
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const [header = [], ...rows] = sheets[0]!.rows
  assert.deepEqual(header.slice(0, 3), ['id', 'payment method', 'account vault id'])
  const column = (name: string) => rows.map(row => row[header.indexOf(name)])
  assert.deepEqual(
    column('id'),
    records.map(({ id }) => id),
  )
  assert.deepEqual(
    column('transaction amount'),
    records.map(({ transaction_amount }) => transaction_amount),
  )
  assert.deepEqual(
    column('first six'),
    records.map(({ first_six }) => first_six),
  )
  assert.ok(column('description').includes('=HYPERLINK("http://evil.example")'))
})

test('G27 a workbook opens whatever its texts hold, and shows them as they are', async () => {
  const titles = ['one\ufffetwo\uffff', '_x0041_', 'a_x000D_b', '_x00', 'bell\u0007']
  for (const title of titles) await t.api.tags.create({ location_id: home.location_id, title })
  const file = await t.api.tags.list({ sort: 'id' }).file('xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  const [header = [], ...rows] = sheets[0]!.rows
  assert.deepEqual(rows.map(row => row[header.indexOf('title')]).slice(-titles.length), [
    'one\ufffdtwo\ufffd',
    ...titles.slice(1),
  ])
  const { cell } = FORMATS_OF_FILES.find(({ extension }) => extension === 'xlsx')!
  assert.equal(cell(`${'a'.repeat(32_766)}\u{1f600}`, true), 'a'.repeat(32_766), 'no half of a character at the end')
})
