import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type TestApp, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import {
  authorizenetPlace,
  type Place,
  stripePlace,
  type TroubledWay,
  troubledWay,
  worldpayPlace,
} from '../support/connector-places.ts'
import { saleBody } from '../support/payments.ts'
import { lastRow, resolveNow, resolveOnce, rowOf } from '../support/power-cut.ts'

/**
 * Processors forget the reference of an order: Authorize.Net after eight hours, Stripe after a day, Worldpay after two.
 * The gateway must not rely on that memory. It queries an order it has sent, however late.
 */
const PLACES = { authorizenet: authorizenetPlace, stripe: stripePlace, 'worldpay-cnp': worldpayPlace }
const HOUR = 3600
const DAY = 24 * HOUR

let now = () => Math.floor(Date.now() / 1000)
const sites: Record<string, { place: Place; way: TroubledWay }> = {}
for (const [name, open] of Object.entries(PLACES)) {
  const place = await open(() => now())
  sites[name] = { place, way: troubledWay(place) }
}
const connectors = Object.fromEntries(Object.entries(sites).map(([name, { place, way }]) => [name, place.connect(way)]))
const t = await testApp('forgetful', { connectors, retry_policy: { find_ms: [1], poll_ms: 1_000 } })
now = () => t.clock.seconds()
after(async () => {
  await t.close()
  for (const { place, way } of Object.values(sites)) {
    way.close()
    await place.host.close()
  }
})

test('G62 Worldpay does not say how long it finds: what it has not seen two days later waits for a person', async () => {
  const { place, way } = sites['worldpay-cnp']!
  await connectProducts(t, { connector: 'worldpay-cnp', settings: place.settings, secrets: place.secrets })
  way.trouble = { fault: 'wanders', is_blind: true }
  assert.equal((await t.api.transactions.create(saleBody({ exp_date: '1249' }))).status_id, 301)
  const { id } = await lastRow(t)
  await pass(t, place.remembers + HOUR)
  way.trouble = { fault: null }
  await resolveOnce(t)
  assert.deepEqual([(await rowOf(t, id)).outcome, (await t.api.transactions.get(id)).is_stuck], ['unknown', true])
  const note = 'not in the report of that day'
  const decided = await t.api.transactions.resolve(id, { resolution: 'declined', note })
  assert.deepEqual([decided.status_id, decided.is_stuck, (await rowOf(t, id)).outcome], [301, false, 'declined'])
})

/** Moves the clock without running any worker. */
async function pass({ clock, db }: TestApp, seconds: number): Promise<void> {
  await db.run('update sandbox_clock set ahead_ms = ahead_ms + $1', [seconds * 1000])
  await clock.follow()
}

/** Asserts the net amount (cents) that a processor moved or holds for one order; 0 if it was reversed. */
function stands({ place }: { place: Place }, id: string, amount: number): void {
  const movements = place.movements()
  const sum = (all: typeof movements) => all.reduce((total, { moved, held }) => total + moved + held, 0)
  const [taken, back] = [movements.filter(({ reference }) => reference === id), movements.filter(({ on }) => on === id)]
  assert.equal(sum(taken) - sum(back), amount)
}

/** Creates a monthly recurring that starts tomorrow. Returns its id. */
async function recurring(): Promise<string> {
  const { location_id, contact_id } = t.merchants[0]
  const card = { payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' } as const
  const { id: account_vault_id } = await t.api.accountvaults.create({ location_id, contact_id, ...card })
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')
  const start_date = tomorrow.toPlainDate().add({ days: 1 }).toString()
  const plan = { transaction_amount: '66.66', interval: '1', interval_type: 'm', start_date } as const
  return (await t.api.recurrings.create({ location_id, account_vault_id, ...plan })).id
}

/** Moves the clock to 6:10 am in New York tomorrow, when recurrings are due, and charges them. */
async function chargeTomorrow(): Promise<void> {
  const today = Temporal.Instant.fromEpochMilliseconds(t.clock.now()).toZonedDateTimeISO('America/New_York')
  const due = today.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone: 'America/New_York', plainTime: '06:10' })
  await pass(t, Math.ceil((due.epochMilliseconds - t.clock.now()) / 1000))
  await t.settle()
}

const chargesOf = async (id: string) => Array.fromAsync(t.api.transactions.list({ recurring_id: id }))

for (const [name, site] of Object.entries(sites))
  describe(name, () => {
    const { place, way } = site
    const blind = () => {
      way.trouble = { fault: 'lost_after', is_blind: true }
    }
    const seeing = () => {
      way.trouble = { fault: null }
    }
    test('G62 the connector counts on no more than its processor remembers', () => {
      const credentials = { ...place.settings, ...place.secrets }
      const { memory } = place.connect(way)({ credentials, product_transaction_id: 'p' } as never)
      assert.ok(memory.repeats <= place.remembers)
      assert.ok(memory.finds >= memory.repeats)
    })

    test('G68 a sale whose answer was lost is found after the processor forgot its reference, and is reversed', async () => {
      await connectProducts(t, { connector: name, settings: place.settings, secrets: place.secrets })
      blind()
      const { status_id, reason_code_id } = await t.api.transactions.create(saleBody({ exp_date: '1249' }))
      assert.deepEqual([status_id, reason_code_id], [301, 1531])
      const { id } = await lastRow(t)
      stands(site, id, 1000)
      await pass(t, place.remembers + HOUR)
      place.settle()
      seeing()
      await resolveNow(t)
      assert.equal((await rowOf(t, id)).outcome, 'declined')
      stands(site, id, 0)
    })

    test('G68 a recurring charge whose answer was lost is found after that time, and is charged once', async () => {
      const plan = await recurring()
      blind()
      await chargeTomorrow()
      await pass(t, place.remembers + HOUR)
      place.settle()
      seeing()
      await resolveNow(t)
      const [charge, more] = await chargesOf(plan)
      assert.deepEqual([charge?.status_id, more], [101, undefined])
      stands(site, charge!.id, 6666)
      await t.api.recurrings.delete(plan)
    })

    test('G62 a recurring charge that is sent hours late, after an outage, is charged once however late it is found', async () => {
      const plan = await recurring()
      await place.host.go(true)
      await chargeTomorrow()
      await pass(t, 4 * HOUR)
      await place.host.go(false)
      blind()
      await resolveOnce(t)
      await pass(t, Math.max(place.remembers, DAY) + HOUR)
      place.settle()
      seeing()
      await resolveNow(t)
      const [charge, more] = await chargesOf(plan)
      assert.deepEqual([charge?.status_id, more], [101, undefined])
      stands(site, charge!.id, 6666)
      await t.api.recurrings.delete(plan)
    })
  })
