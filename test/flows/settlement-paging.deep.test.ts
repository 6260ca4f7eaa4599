import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnsOf } from '../../src/engine/columns.ts'
import { transaction } from '../../src/resources/transaction/transaction.ts'
import type { openAuthorizeNet } from '../hosts/authorizenet/index.ts'
import type { openStripeHost } from '../hosts/stripe/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import { authorizenetPlace, type Place, stripePlace } from '../support/connector-places.ts'
import { paid, saleBody } from '../support/payments.ts'

/**
 * A day of many payments, read back from the processors that list what they have settled: part of the long form of the
 * fault matrix (`TOLLGATE_MATRIX=full`).
 */
const LINES = 20_000
/** Of all that is kept meanwhile, the pages of the list and of the comparison among it. */
const MOST_MIB = 120
const skip = process.env.TOLLGATE_MATRIX === 'full' ? false : 'long form of the matrix'

/** Fills the book of a host with copies of its only sale, whose ids there begin with this. */
type Fill = (place: Place) => { prefix: string; lists: RegExp }
type Opened<T extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

const DAYS: Readonly<Record<string, { open(now: () => number): Promise<Place>; pages: number; fill: Fill }>> = {
  authorizenet: {
    open: authorizenetPlace,
    pages: LINES / 1000,
    fill({ host }) {
      const { book } = host as Opened<typeof openAuthorizeNet>
      const [sale] = book.entries
      for (let n = 1; n <= LINES; n += 1) book.entries.push({ ...sale!, id: `9${digits(n)}`, invoice: '' })
      return { prefix: '9', lists: /getTransactionListRequest/ }
    },
  },
  stripe: {
    open: stripePlace,
    pages: LINES / 100,
    fill({ host }) {
      const { book } = host as Opened<typeof openStripeHost>
      const [charge] = book.charges.values()
      for (let n = 1; n <= LINES; n += 1) {
        const id = `ch_c${digits(n)}`
        book.charges.set(id, { ...charge!, id, payment_intent: `pi_c${digits(n)}`, metadata: {} })
        book.move('charge', charge!.amount, id)
      }
      return { prefix: 'pi_c', lists: /balance_transactions/ }
    },
  },
}

const digits = (n: number): string => String(n).padStart(10, '0')

/** The gateway has them as it has the sale they are copied from. */
async function copies(t: TestApp, id: string, prefix: string): Promise<void> {
  const copy = `'0000000' || lpad(to_hex(n), 17, '0')`
  const vary: Record<string, string> = {
    ...{ id: copy, reference: copy },
    processor_reference: `$3::text || lpad(n::text, 10, '0')`,
  }
  const { names } = columnsOf(transaction)
  const select = names.map(name => vary[name] ?? `t."${name}"`).join(', ')
  await t.owner.transaction(async tx => {
    // Sales begin with an order; these are there already.
    await tx.run('set local session_replication_role = replica')
    const into = names.map(name => `"${name}"`).join(', ')
    const from = `transaction t, generate_series(1, $2::int) n where t.id = $1`
    await tx.run(`insert into transaction (${into}) select ${select} from ${from}`, [id, LINES, prefix])
  })
  await t.owner.run('analyze transaction')
}

/** Returns how much memory was in use at most, MiB above that of the beginning. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const began = process.memoryUsage().heapUsed
  let most = began
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 20)
  await work()
  clearInterval(watching)
  return (most - began) / 1024 / 1024
}

for (const [connector, { open, pages, fill }] of Object.entries(DAYS))
  test(`${LINES} payments that ${connector} has settled are compared page by page`, { skip }, async () => {
    let now = () => Math.floor(Date.now() / 1000)
    const place = await open(() => now())
    const t = await testApp(`settled_day_${connector}`)
    now = () => t.clock.seconds()
    const { settings, secrets } = place
    await connectProducts(t, { connector, settings, secrets }, [t.merchants[0].cc_product_transaction_id])
    await t.app.payments.reconciliation.compareNight()
    const { id } = await paid(t.api, saleBody({ transaction_amount: '11.00' }))
    const { prefix, lists } = fill(place)
    await copies(t, id, prefix)
    await t.clock.moveTo(t.clock.seconds() + 3_600, t.app.worker)
    place.settle()
    await t.clock.moveTo(t.clock.seconds() + 86_400, t.app.worker)
    place.host.received.length = 0
    const mib = await memoryOf(() => t.app.payments.reconciliation.compareNight())
    const asked = place.host.received.filter(({ path, body }) => lists.test(path + body)).length
    console.log(`${connector}: ${asked} pages, ${Math.round(mib)} MiB`)
    assert.ok(asked === pages + 1, `${asked} pages`)
    assert.ok(mib < MOST_MIB, `${mib} MiB`)
    const [row] = await t.db.query<{ settled: number; found: number }>(
      `select (select count(*) from settled_payment where transaction_id is not null)::int as settled,
              (select count(*) from discrepancy)::int as found`,
    )
    assert.deepEqual(row, { settled: LINES + 1, found: 0 })
    await t.close()
    await place.host.close()
  })
