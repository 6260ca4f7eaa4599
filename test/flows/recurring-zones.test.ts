import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../support/app.ts'
import { recurringSite } from '../support/recurrings.ts'

const { t, location_id: parent_id, contact_id } = await recurringSite('zones')
const { cc_product_transaction_id } = t.merchants[0]

/**
 * Six in the morning, as UTC, on the day before, on and after each clock change in 2040; for zones without one,
 * around those of New York.
 */
const MORNINGS: Record<string, readonly string[]> = {
  'America/New_York': [
    ...['2040-03-11T10:00', '2040-03-12T10:00'],
    ...['2040-11-03T10:00', '2040-11-04T11:00', '2040-11-05T11:00'],
  ],
  'America/Phoenix': [
    '2040-03-11T13:00',
    '2040-03-12T13:00',
    '2040-11-03T13:00',
    '2040-11-04T13:00',
    '2040-11-05T13:00',
  ],
  'Pacific/Honolulu': [
    '2040-03-11T16:00',
    '2040-03-12T16:00',
    '2040-11-03T16:00',
    '2040-11-04T16:00',
    '2040-11-05T16:00',
  ],
  'Europe/London': [
    ...['2040-03-24T06:00', '2040-03-25T05:00', '2040-03-26T05:00'],
    ...['2040-10-27T05:00', '2040-10-28T06:00', '2040-10-29T06:00'],
  ],
  'Asia/Kolkata': ['2040-03-12T00:30', '2040-03-13T00:30', '2040-11-03T00:30', '2040-11-04T00:30', '2040-11-05T00:30'],
  'Pacific/Auckland': [
    ...['2040-03-30T17:00', '2040-03-31T18:00', '2040-04-01T18:00'],
    ...['2040-09-28T18:00', '2040-09-29T17:00', '2040-09-30T17:00'],
  ],
  'Pacific/Apia': ['2040-03-11T17:00', '2040-03-12T17:00', '2040-11-03T17:00', '2040-11-04T17:00', '2040-11-05T17:00'],
}

/** How far the zone's date is from that of UTC at six in the morning. */
const AHEAD: Record<string, number> = { 'Pacific/Auckland': 1, 'Pacific/Apia': 1 }

const product = await t.api.producttransactions.get(cc_product_transaction_id)
const { branding_domain_id } = await t.api.locations.get(parent_id)

/** One payment on every morning of the list: its date is the local one. */
async function fill(zone: string): Promise<string[]> {
  const place = await t.api.locations.create({ parent_id, name: zone, branding_domain_id, tz: zone } as Json)
  const dates = MORNINGS[zone]!.map(morning =>
    Temporal.PlainDate.from(morning.slice(0, 10))
      .add({ days: AHEAD[zone] ?? 0 })
      .toString(),
  )
  return fillAt(place.id, dates)
}

async function fillAt(location_id: string, dates: readonly string[]): Promise<string[]> {
  const { processor, payment_method, title, industry_type } = product
  const made = await t.api.producttransactions.create({
    ...{ location_id, processor, payment_method, title, industry_type },
  })
  const vault = await t.api.accountvaults.create({
    ...{ location_id, contact_id, payment_method: 'cc', account_number: '4111111111111111', exp_date: '1249' },
  })
  const ids: string[] = []
  for (const start_date of dates) {
    const recurring = await t.api.recurrings.create({
      ...{ location_id, account_vault_id: vault.id, product_transaction_id: made.id, start_date },
      ...{ transaction_amount: '10.00', interval: '1', interval_type: 'd', installment_total_count: 1 },
    })
    ids.push(recurring.id)
  }
  return ids
}

/** When the only payment of each recurring was made, as UTC. */
async function ranAt(ids: readonly string[]): Promise<string[]> {
  const ran: string[] = []
  for (const id of ids) {
    const [payment, second] = await Array.fromAsync(t.api.transactions.list({ recurring_id: id }))
    assert.equal(second, undefined)
    ran.push(
      Temporal.Instant.fromEpochMilliseconds(payment!.created_ts * 1000)
        .toString()
        .slice(0, 16),
    )
  }
  return ran
}

const filled = new Map<string, string[]>()
for (const zone of Object.keys(MORNINGS)) filled.set(zone, await fill(zone))
await t.clock.moveTo(Temporal.Instant.from('2040-12-01T00:00Z').epochMilliseconds / 1000, t.app.worker)

for (const [zone, mornings] of Object.entries(MORNINGS)) {
  test(`payments run at six in the morning in ${zone}, whatever its clocks do`, async () => {
    assert.deepEqual(await ranAt(filled.get(zone)!), mornings)
  })
}

test('a location that gets another zone is charged at its new morning', async () => {
  const place = await t.api.locations.create({
    parent_id,
    name: 'Moving',
    branding_domain_id,
    tz: 'Europe/London',
  } as Json)
  const [id] = await fillAt(place.id, ['2040-12-10'])
  await t.api.locations.update(place.id, { tz: 'Asia/Kolkata' })
  await t.clock.moveTo(Temporal.Instant.from('2041-01-01T00:00Z').epochMilliseconds / 1000, t.app.worker)
  assert.deepEqual(await ranAt([id!]), ['2040-12-10T00:30'])
})
