import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ApiError } from '../../packages/client/src/index.js'
import type { NewPayment, Payments } from '../../src/payments/payments.ts'
import { type Json, type TestApp, testApp } from '../support/app.ts'
import { connectProducts } from '../support/connect-products.ts'
import {
  authorizenetPlace,
  type Place,
  stripePlace,
  type Trouble,
  type TroubledWay,
  troubledWay,
  worldpayPlace,
} from '../support/connector-places.ts'
import {
  allIsSquare,
  allowEverything,
  BEGINNINGS,
  type Beginning,
  FOLLOW_UPS,
  type FollowUp,
  type Says,
  shownAs,
  type Tried,
} from '../support/payment-matrix.ts'
import { ACCOUNT_NUMBER, closeBatch, paid, refundBody, saleBody, VISA } from '../support/payments.ts'
import { cardPayment, gateway, lastRow, resolveNow, resolveOnce, rootActor, rowOf } from '../support/power-cut.ts'

/**
 * The fault matrix of the gateway (unknown-matrix.test.ts) over every connector to a real processor. Whatever happens
 * on the way, the gateway's books end where those of the processor's host do.
 */
const PLACES: Readonly<Record<string, (now: () => number) => Promise<Place>>> = {
  'worldpay-cnp': worldpayPlace,
  authorizenet: authorizenetPlace,
  stripe: stripePlace,
}

/** `TOLLGATE_MATRIX=full` runs every fault; otherwise those that differ. */
const IS_FULL = process.env.TOLLGATE_MATRIX === 'full'

interface Case extends Trouble {
  /** Before anything is asked about again, the processor settles everything. */
  is_settled?: true
  says: Says
}

const ANSWERS_LOST = ['lost_after', 'cut', 'late', 'garbage', 'error_500'] as const
const ALL_CASES: readonly Case[] = [
  { fault: 'refused', says: 'unsent' },
  { fault: 'lost_before', says: 'told' },
  { fault: 'lost_before', is_blind: true, says: 'told' },
  { fault: 'wanders', says: 'told' },
  { fault: 'twice', says: 'known' },
  ...ANSWERS_LOST.map(fault => ({ fault, says: 'known' }) as const),
  ...ANSWERS_LOST.map(fault => ({ fault, is_blind: true, says: 'told' }) as const),
  { fault: 'lost_after', underway: 1, says: 'known' },
  { fault: 'lost_after', underway: 9, says: 'told' },
  { fault: 'lost_after', is_blind: true, is_settled: true, says: 'told' },
]
/** While nothing can be asked, all faults whose answer is lost are alike. */
const CASES = ALL_CASES.filter(({ fault, is_blind }) => IS_FULL || !is_blind || fault === 'lost_after')
const casesAt = ({ place }: Site) => CASES.filter(({ underway }) => underway === undefined || place.keepUnderway)
/** The others are equivalent when the process dies before it stores an answer. */
const FATAL = IS_FULL
  ? (['refused', 'lost_before', 'wanders', 'lost_after', 'garbage', null] as const)
  : (['wanders', 'lost_after'] as const)
const NEVER_CARRIED_OUT: readonly Trouble['fault'][] = ['refused', 'lost_before', 'wanders']

const QUICK = { call_ms: 8_000, find_ms: [1, 1], poll_ms: 8_000 }

interface Site extends Tried {
  place: Place
  way: TroubledWay
}

async function openSite(name: string): Promise<Site> {
  let now = () => Math.floor(Date.now() / 1000)
  const place = await PLACES[name]!(() => now())
  const way = troubledWay(place)
  const retry_policy = { find_ms: [1], poll_ms: 8_000 }
  const t = await testApp('connector_matrix', { connectors: { [name]: place.connect(way) }, retry_policy })
  now = () => t.clock.seconds()
  await allowEverything(t)
  await connectProducts(t, { connector: name, settings: place.settings, secrets: place.secrets })
  const run = (payment: NewPayment) => acting(t).run(rootActor(t), payment)
  return {
    t,
    place,
    way,
    run,
    async made(payment) {
      const { id } = await run(payment)
      await resolved({ t, place })
      return rowOf(t, id)
    },
    async sold() {
      const sold = await run(cardPayment(t))
      if (place.refunds_settled_only) place.settle()
      return sold
    },
  }
}

async function closeSite({ t, place, way }: Site): Promise<void> {
  await t.close()
  way.close()
  await place.host.close()
}

const acting = (t: TestApp, survives = Number.POSITIVE_INFINITY): Payments => gateway(t, real => real, survives, QUICK)

/** Resolves until nothing is open. */
function resolved({ t, place }: Pick<Site, 't' | 'place'>): Promise<void> {
  return resolveNow(t, t.app.payments, place.decide)
}

/** What has gone astray arrives at last, and those that were given up are looked for once more. */
async function delivered(site: Site): Promise<void> {
  await site.way.deliver()
  await site.t.db.run('update attempt set watch_ts = 0 where watch_ts is not null')
  await site.t.app.payments.resolve()
  await resolved(site)
}

async function troubled<T>(site: Site, trouble: Trouble, act: () => Promise<T>): Promise<T> {
  site.way.trouble = trouble
  site.place.keepUnderway?.(trouble.underway ?? 0)
  try {
    const done = await act()
    if (trouble.is_blind) await staysOpen(site)
    return done
  } finally {
    site.way.trouble = { fault: null }
    site.place.keepUnderway?.(0)
    site.place.host.release()
  }
}

/** While nothing can be asked nothing is decided. */
async function staysOpen({ t }: Site): Promise<void> {
  const open = () => t.db.query(`select id from attempt where state in ('pending', 'unknown') order by id`)
  const before = await open()
  await resolveOnce(t)
  assert.deepEqual(await open(), before)
}

/** Whether the processor's connector offers what a row of the matrix needs. */
function offers({ place, way }: Pick<Site, 'place' | 'way'>, name: string, action: string): boolean {
  const account = { id: '', root_id: '', product_transaction_id: '', version: 1, processor: '', settings: {} }
  const { actions } = place.connect(way)({ ...account, credentials: { ...place.settings, ...place.secrets } })
  return action in actions && !place.lacks.includes(name)
}

/** What the host moves and holds of a transaction: what it gives back of the same one is taken off. */
async function standing({ t, place }: Site, id: string, what: string): Promise<{ moved: number; held: number }> {
  const attempts = await t.db.query<{ id: string }>('select id from attempt where transaction_id = $1', [id])
  const own = new Set(attempts.map(each => each.id))
  const theirs = place.movements().filter(({ reference }) => own.has(reference))
  const moving = theirs.filter(({ moved }) => moved > 0)
  assert.equal(new Set(moving.map(({ reference }) => reference)).size, moving.length, `${what}: moved twice`)
  const back = moving.filter(({ on }) => on !== null && own.has(on))
  assert.ok(back.length <= 1 && moving.length - back.length <= 1, `${what}: moved or reversed twice`)
  const sum = (all: typeof theirs, of: 'moved' | 'held') => all.reduce((total, each) => total + each[of], 0)
  return { moved: sum(moving, 'moved') - 2 * sum(back, 'moved'), held: sum(theirs, 'held') }
}

/** Both books say the same of a payment, about which nothing is open. */
async function agrees(site: Site, id: string, what: string): Promise<Json> {
  const row = await rowOf(site.t, id)
  assert.equal(row.doing, null, what)
  const live = [101, 111, 131, 132, 133, 134].includes(row.status_id) ? row.captured_amount || row.auth_amount : 0
  const ours = { moved: live, held: row.status_id === 102 ? row.authorized_amount : 0 }
  assert.deepEqual(await standing(site, id, what), ours, `${what}, status ${row.status_id}`)
  return row
}

/** A refund that nobody can take back any more waits for a person, who keeps it. Returns whether it did. */
async function keptByPerson({ t }: Site, id: string): Promise<boolean> {
  if ((await rowOf(t, id)).stuck_ts === null) return false
  const decision = { resolution: 'kept', note: 'The customer was told.' } as const
  await t.api.transactions.resolve(id, decision)
  return true
}

function beginnings(site: Site, name: string, { status_id, make }: Beginning): void {
  test(`${name}: who was told "not approved" is not charged, and who was not told learns the truth`, async () => {
    for (const { says, is_settled, ...trouble } of casesAt(site)) {
      const { t, place } = site
      const what = `${name} with ${JSON.stringify({ ...trouble, is_settled })}`
      const payment = await make(site)
      const told = await troubled(site, trouble, () => site.run(payment))
      const answered = status_id === 131 && place.bank_status === 0 ? 'open' : 'known'
      assert.deepEqual([told.status_id, told.outcome], shownAs(says === 'known' ? answered : says, status_id), what)
      if (is_settled) place.settle()
      await resolved(site)
      if (trouble.fault === 'wanders') await delivered(site)
      if (await keptByPerson(site, told.id)) {
        const is_final = is_settled || place.lacks.includes('void of a refund')
        assert.ok(is_final && /refund|credit|debit/.test(name), what)
        await agrees(site, told.id, what)
        continue
      }
      const row = await agrees(site, told.id, what)
      assert.deepEqual(
        [row.status_id, row.outcome],
        says === 'known' ? [status_id, 'approved'] : [301, 'declined'],
        what,
      )
      assert.deepEqual(await t.db.query(`select 1 from attempt where state in ('pending', 'unknown')`), [], what)
    }
  })

  test(`${name}: when its process dies before the answer is stored, it ends in the truth`, async () => {
    for (const fault of FATAL) {
      const what = `${name} with ${fault}, dying`
      const payment = await make(site)
      const dying = troubled(site, { fault }, () => acting(site.t, 1).run(rootActor(site.t), payment))
      await assert.rejects(dying, /power cut/, what)
      const { id } = await lastRow(site.t)
      await resolved(site)
      if (fault === 'wanders') await delivered(site)
      const row = await agrees(site, id, what)
      const arrived = !NEVER_CARRIED_OUT.includes(fault)
      assert.deepEqual([row.status_id, row.outcome], arrived ? [status_id, 'approved'] : [301, 'declined'], what)
    }
  })
}

function followUps(site: Site, name: string, { action, amount, first, status_id }: FollowUp): void {
  const follow = (id: string, survives?: number) =>
    acting(site.t, survives).follow(rootActor(site.t), id, action, { amount, set: {} })

  const waits = name === 'void of a debit' && site.place.voids_of_debits_wait === true
  test(`${name}: whatever goes wrong, it becomes what the processor says`, async () => {
    for (const { says, is_settled, ...trouble } of casesAt(site)) {
      const what = `${name} with ${JSON.stringify({ ...trouble, is_settled })}`
      const was = await first(site)
      const told = await troubled(site, trouble, () => follow(was.id))
      assert.equal(told.status_id, says === 'known' && !waits ? status_id : was.status_id, what)
      if (is_settled) site.place.settle()
      await resolved(site)
      const arrived = !NEVER_CARRIED_OUT.includes(trouble.fault)
      const row = await agrees(site, was.id, what)
      assert.equal(row.status_id, arrived ? status_id : was.status_id, what)
      if (trouble.fault !== 'wanders') continue
      await delivered(site)
      await agrees(site, was.id, `${what}, arrived`)
    }
  })

  test(`${name}: when its process dies before the answer is stored, it becomes what the processor says`, async () => {
    for (const fault of FATAL) {
      const what = `${name} with ${fault}, dying`
      const was = await first(site)
      await assert.rejects(
        troubled(site, { fault }, () => follow(was.id, 1)),
        /power cut/,
        what,
      )
      await resolved(site)
      if (fault === 'wanders') await delivered(site)
      await agrees(site, was.id, what)
    }
  })
}

function settlement(site: Site): void {
  test('a batch closes: the processor settles its payments by itself', async () => {
    const { t } = site
    const { transaction_batch_id } = await paid(t.api, saleBody())
    await closeBatch(t.api, transaction_batch_id)
  })

  test('a payment that its processor has settled is refunded, not voided', async () => {
    const { t, place } = site
    const { id } = await paid(t.api, saleBody())
    place.settle()
    const answer = await t.api.transactions.void(id).catch((error: ApiError) => error)
    const row = await agrees(site, id, 'void after settlement')
    if (place.lacks.includes('void of a refund'))
      assert.deepEqual([answer instanceof ApiError, row.status_id], [false, 201])
    else {
      assert.equal(row.status_id, 101)
      const refund = await t.api.transactions.create(refundBody(id, '10.00'))
      assert.equal(refund.status_id, 111)
      await agrees(site, refund.id, 'refund after settlement')
    }
  })

  test('nothing is open, no money is held by anything, and every batch is the sum of its payments', async () => {
    const { t, place } = site
    await allIsSquare(t)
    const theirs = place.movements().filter(({ moved, held }) => moved + held > 0)
    const references = [...new Set(theirs.map(({ reference }) => reference))]
    const [row] = await t.db.query<Json>('select count(*)::int as known from attempt where id = any($1)', [references])
    assert.equal(row.known, references.length, 'all that moves is known here')
    const in_files = `select id from transaction where payment_method = 'ach' and originate_ts is not null`
    assert.deepEqual(await t.db.query(in_files), [], 'the processor sends bank payments itself')
  })

  test('no number or secret of any of this is in the log or the database', async () => {
    const { t, place } = site
    const [row] = await t.db.query<{ written: string }>(
      `select (select string_agg(a::text, ' ') from attempt a) || (select string_agg(e::text, ' ') from event e) as written`,
    )
    for (const secret of [...Object.values(place.secrets), VISA, ACCOUNT_NUMBER])
      assert.ok(!`${t.logged()}${row!.written}`.includes(secret), secret)
  })
}

function settledBooks(site: Site, name: string): void {
  test(`what ${name} lists as settled agrees with the books`, async () => {
    const { t, place } = site
    await t.app.payments.reconciliation.compareNight()
    place.settle()
    await t.clock.moveTo(t.clock.seconds() + 2 * 86_400, t.app.worker)
    await t.app.payments.reconciliation.compareNight()
    const found = await t.db.query(
      `select d.kind, d.ours, d.theirs, t.status_id, t.outcome, t.transaction_amount from discrepancy d left join transaction t on t.id = d.transaction_id`,
    )
    assert.deepEqual(found, [])
  })
}

const opened = new Map<string, Site>()
after(() => Promise.all([...opened.values()].map(closeSite)))

for (const name of Object.keys(PLACES)) {
  const site = await openSite(name)
  opened.set(name, site)
  describe(name, () => {
    for (const [row, beginning] of Object.entries(BEGINNINGS))
      if (offers(site, row, beginning.action)) beginnings(site, row, beginning)
    for (const [row, follow] of Object.entries(FOLLOW_UPS))
      if (offers(site, row, follow.action)) followUps(site, row, follow)
    settlement(site)
  })
}

// Ids never go back, so that all others come before a clock is moved.
describe('settled by themselves', () => {
  for (const [name, site] of opened) settledBooks(site, name)
})
