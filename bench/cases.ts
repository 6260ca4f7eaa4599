import type { Database } from '../src/db/database.ts'
import { columnsOf } from '../src/engine/columns.ts'
import { newId } from '../src/lib/id.ts'
import { quickinvoice } from '../src/resources/quickinvoice/quickinvoice.ts'
import type { Gateway } from './gateway.ts'
import { LIST_OF_MANY } from './report.ts'

interface Call {
  path: string
  body?: unknown
}

/** One row of the result: the request to the gateway, to the floor, and to the database alone. */
export interface BenchCase {
  name: string
  /** The least share of the floor's rate we want; null where none is set. */
  bar: number | null
  /** The least share of the rate of the database alone. */
  alone_bar?: number
  /** Left out of `--check`. */
  is_long?: boolean
  merchant: 0 | 1
  gateway(): Call
  floor?(): Call
  alone?(): Promise<void>
}

export interface BenchParts {
  gateway: Gateway
  db: Database
  books: {
    million: { id: string; location_id: string }
    small: { id: string; location_id: string }
    ids: string[]
    invoices: number
  }
}

const PATH = '/v2/quickinvoices'
const SIZE = 'page_size=25'

export async function benchCases(parts: BenchParts): Promise<BenchCase[]> {
  const { million, small } = parts.books
  return [
    await createCase(parts),
    readCase(parts),
    listCase(parts, LIST_OF_MANY.ten_thousand, 1, small.location_id, 'page=1', 1),
    listCase(parts, 'list of 25, 10,000 in scope, deep page', 1, small.location_id, 'page=300', null),
    listCase(parts, LIST_OF_MANY.million, 0, million.location_id, 'page=1', null),
    listCase(parts, LIST_OF_MANY.middle, 0, million.location_id, `page=${Math.ceil(parts.books.invoices / 50)}`, null),
    wish('list of 25 of 10,000, filtered and sorted', 1, `status_id=1&due_date=2026-06-01&sort=-amount_due`),
    wish(LIST_OF_MANY.expanded, 1, `expand=location,created_user`),
    saleCase(parts),
  ]
}

async function createCase({ gateway, db, books }: BenchParts): Promise<BenchCase> {
  const { location_id } = gateway.sandbox.merchants[0]!
  const names = columnsOf(quickinvoice).names
  const insert = `insert into quickinvoice (${names.map(name => `"${name}"`).join(', ')}) select ${names
    .map(name => (name === 'id' ? '$2' : `q."${name}"`))
    .join(', ')} from quickinvoice q where q.id = $1`
  const [row] = await db.query<Record<string, unknown>>('select * from quickinvoice where id = $1', [books.million.id])
  const template = { ...row, item_list: JSON.stringify(row!.item_list) }
  return {
    name: 'create invoice',
    bar: 0.6,
    alone_bar: 0.4,
    merchant: 0,
    gateway: () => ({
      path: PATH,
      body: {
        quickinvoice: { location_id, title: 'Bench', due_date: '2026-12-31', item_list: { Work: 10.5, Material: 3 } },
      },
    }),
    floor: () => ({ path: PATH, body: { ...template, id: newId(Date.now()) } }),
    alone: async () => void (await db.run(insert, [books.million.id, newId(Date.now())])),
  }
}

function readCase({ db, books }: BenchParts): BenchCase {
  let turn = 0
  const next = (): string => {
    turn += 1
    return books.ids[turn % books.ids.length]!
  }
  return {
    name: 'read by id',
    bar: 0.7,
    merchant: 0,
    gateway: () => ({ path: `${PATH}/${next()}` }),
    floor: () => ({ path: `${PATH}/${next()}` }),
    alone: async () =>
      void (await db.query('select * from quickinvoice where id = $1 and deleted_ts is null', [next()])),
  }
}

function listCase(
  { db }: BenchParts,
  name: string,
  merchant: 0 | 1,
  location_id: string,
  page: string,
  bar: number | null,
): BenchCase {
  const where = 'location_id = $1 and deleted_ts is null'
  const text = `select *, (select count(*) from quickinvoice where ${where}) as total from quickinvoice where ${where} order by id desc limit 25 offset $2`
  const offset = (Number(page.slice(5)) - 1) * 25
  const path = `${PATH}?location_id=${location_id}&${SIZE}&${page}`
  return {
    name,
    bar,
    merchant,
    gateway: () => ({ path }),
    floor: () => ({ path }),
    alone: async () => void (await db.query(text, [location_id, offset])),
  }
}

/** Lists the floor has no counterpart for. */
function wish(name: string, merchant: 0 | 1, query: string): BenchCase {
  return { name, bar: null, merchant, gateway: () => ({ path: `${PATH}?${query}&${SIZE}` }) }
}

function saleCase({ gateway }: BenchParts): BenchCase {
  const { location_id } = gateway.sandbox.merchants[0]!
  const transaction = {
    action: 'sale',
    payment_method: 'cc',
    location_id,
    account_number: '4111111111111111',
    exp_date: '1230',
    transaction_amount: '11.00',
  }
  return {
    name: 'card sale (with the processor simulator)',
    bar: null,
    merchant: 0,
    gateway: () => ({ path: '/v2/transactions', body: { transaction } }),
  }
}
