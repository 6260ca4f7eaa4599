import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { Database } from '../../src/db/database.ts'
import { systemCaller } from '../../src/definition/caller.ts'
import { columnsOf } from '../../src/engine/columns.ts'
import { shownNames } from '../../src/engine/serialize.ts'
import { exportList } from '../../src/exports/export-list.ts'
import { type FileFormat, FORMATS_OF_FILES } from '../../src/exports/formats.ts'
import { shownCells } from '../../src/exports/row-cells.ts'
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
    // An authorization code such as 012345 has an apostrophe.
    assert.equal(rows[1]![name.replaceAll('_', ' ')]!.replace(/^'/, ''), expected, name)
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

/** The file of these records of a list, a row for each, whose cells are made from what the list shows. */
async function fileOf(noun: string, records: readonly Json[], format: FileFormat): Promise<string> {
  const { resource } = t.app.engine.registry.get(noun)
  const header = shownNames(resource).map(name => format.cell(name.replaceAll('_', ' '), true))
  async function* chunks() {
    yield [format.row(header), ...records.map(shownCells(resource, format))]
  }
  return (await Array.fromAsync(format.file(chunks()))).join('')
}

const FORMATS = FORMATS_OF_FILES.filter(({ extension }) => extension !== 'xlsx')
/** A user is shown with the time in the user's zone. */
const NOW = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}/g
/** Voided, charged back and returned payments are two rows. */
const isOneRow = ({ status_id }: Json): boolean => ![201, 301, 331].includes(status_id)

test('G28 every list of every noun can be had as a file, with the bytes of what the list shows', async () => {
  for (const { resource } of t.app.engine.registry.nouns) {
    if (!resource.verbs.includes('list')) continue
    const list = await t.api.get(`${resource.plural}?page_size=5000`)
    const records: Json[] = list.body[resource.plural]
    const shown = resource.name === 'transaction' ? records.filter(isOneRow) : records
    const only = shown.length < records.length ? `&id=${shown.map(({ id }) => id)}` : ''
    for (const format of FORMATS) {
      const answer = await t.api.get(`${resource.plural}?_format=${format.extension}${only}`)
      assert.equal(answer.status, 200, `${resource.plural} ${answer.text}`)
      // What is read is an event, so the trail has grown since the list was read.
      if (resource.plural === 'changelogs') continue
      const wanted = await fileOf(resource.name, shown, format)
      assert.equal(answer.text.replaceAll(NOW, 'now'), wanted.replaceAll(NOW, 'now'), resource.plural)
    }
  }
})

test('G28 a file has the bytes of what the list shows, whatever the columns hold', async () => {
  const odd = await pay('14.00')
  const texts = [
    '',
    ' ',
    '"',
    '""',
    '\\',
    '\\"',
    ',',
    '(,)',
    '{a,"b"}',
    'a\nb\r\n',
    '\t',
    'null',
    'Zoé 🎈',
    "'",
    '\u0001',
  ]
  const values = [
    ...texts.map(text => ({ description: text, clerk_number: `${text}"x` })),
    { custom_data: { a: '"\\', n: 1e21, list: [1, null, { deep: ',' }], é: '(' }, additional_amounts: [] },
    { custom_data: [], tag_records: [{ id: 'x', title: 'a"b,\\c' }], room_rate: '5' },
    { room_rate: '0', settle_date: '0999-01-02', checkin_date: '2026-02-28', installment_number: 0 },
    { bill_payment: true, notification_email_sent: true, effective_date: null },
  ]
  for (const value of values) {
    await t.owner.transaction(async tx => {
      await tx.run("set local session_replication_role = 'replica'")
      const set = Object.entries(value).map(([name, each], index) => [
        `"${name}" = $${index + 2}`,
        typeof each === 'object' && each !== null ? JSON.stringify(each) : each,
      ])
      const sql = `update transaction set ${set.map(([assigned]) => assigned).join(', ')} where id = $1`
      await tx.run(sql, [odd.id, ...set.map(([, each]) => each)])
    })
    const { body } = await t.api.get(`transactions?id=${odd.id}`)
    for (const format of FORMATS) {
      const { text } = await t.api.get(`transactions?_format=${format.extension}&id=${odd.id}`)
      assert.equal(text, await fileOf('transaction', body.transactions, format), JSON.stringify(value))
    }
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

test('G28 a sorted file is sorted once, however many chunks it has', async () => {
  const { resource } = t.app.engine.registry.get('tag')
  const columns = columnsOf(resource).names
  // The last column changes when the first rows have shown it to repeat its value.
  const vary: Record<string, string> = {
    id: `lpad(n::text, 24, '0')`,
    title: `n % 97 || ', "t"'`,
    created_ts: 'created_ts + n / 500',
  }
  const copied = columns.map(name => vary[name] ?? `"${name}"`)
  await t.owner.transaction(async tx => {
    await tx.run("set local session_replication_role = 'replica'")
    await tx.run(
      `insert into tag (${columns.map(name => `"${name}"`)}) select ${copied} from (select * from tag limit 1) as one, generate_series(1, 1600) as n`,
    )
  })
  const asked: { text: string; values: readonly unknown[] }[] = []
  const query: Database['query'] = (text, values = [], reading) => {
    asked.push({ text, values })
    return t.db.query(text, values, reading)
  }
  const engine = { ...t.app.engine, db: { ...t.db, query } }
  const list = { query: [['sort', 'title']] as [string, string][], filters: [] }
  const csv = FORMATS.find(({ extension }) => extension === 'csv')!
  const noun = t.app.engine.registry.get('tag')
  const pieces = await Array.fromAsync(exportList(engine, systemCaller(home.location_id, 'test'), noun, list, csv))
  assert.ok(pieces.length > 3, String(pieces.length))
  const { body } = await t.api.get('tags?sort=title&page_size=5000')
  assert.equal(pieces.join(''), await fileOf('tag', body.tags, csv))
  assert.equal(asked.length, 1 + pieces.length)
  const sorts = asked.filter(({ text }) => /order by "title"/.test(text))
  assert.equal(sorts.length, 1)
  assert.doesNotMatch(sorts[0]!.text, /limit/, 'the statement would be sent again for what is beyond the limit')
  for (const { text, values } of asked.slice(1)) {
    const plan = JSON.stringify(await t.db.query(`explain ${text}`, values))
    assert.ok(!plan.includes('Sort'), plan)
  }
})
