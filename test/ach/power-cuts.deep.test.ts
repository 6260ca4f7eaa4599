import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobRun } from '../../src/jobs/declare/task.ts'
import type { Worker } from '../../src/jobs/worker.ts'
import { nextBankingDay } from '../../src/lib/banking-day.ts'
import type { BankContext } from '../../src/payments/bank/bank-context.ts'
import { deliver } from '../../src/payments/bank/deliver.ts'
import { processIncomingFiles } from '../../src/payments/bank/incoming-files.ts'
import { originate } from '../../src/payments/bank/origination.ts'
import { settleEntries } from '../../src/payments/bank/settlement.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { bankContext, bankTime, debit, historyOf } from '../support/bank.ts'

let t: TestApp
before(async () => {
  t = await testApp('ach_cuts')
})
after(() => t.close())

/** Moves the clock and nothing else: what falls due is done by the test. */
const idle = { drain: async () => ({ ran: 0, next: null }) } as unknown as Worker
/** On a busy machine the clock, which keeps running, may already be past that time. */
const goTo = (text: string) => t.clock.moveTo(Math.max(bankTime(text), t.clock.seconds() + 1), idle)

const PRODUCT = () => t.merchants[0].ach_product_transaction_id
const jobOf = <P extends object>(payload: P): JobRun<P> => {
  return { id: 'job', payload, root_id: t.merchants[0].location_id, attempt: 1, seconds: t.clock.seconds() }
}

const UNDELIVERED = `select id from ach_file where state in ('built', 'staged')`

interface Cut {
  /** Steps that were begun. */
  steps: number
  rail: BankContext
}

/** A process that dies at its n-th outside effect: before it, or after it and before the process learned of it. */
function dying(at: number, when: 'before' | 'after'): Cut {
  const cut: Cut = { steps: 0, rail: bankContext(t) }
  const wrap = <T extends object>(of: T, names: readonly string[]): T =>
    new Proxy(of, {
      get(target, name) {
        const own = Reflect.get(target, name)
        if (typeof own !== 'function' || !names.includes(String(name))) return own
        return async (...args: unknown[]) => {
          cut.steps += 1
          if (cut.steps > at || (cut.steps === at && when === 'before')) throw new Error('power cut')
          const result = await own.apply(target, args)
          if (cut.steps === at) throw new Error('power cut')
          return result
        }
      },
    })
  cut.rail = {
    ...cut.rail,
    db: wrap(cut.rail.db, ['query', 'run']),
    store: wrap(cut.rail.store, ['transaction']),
    odfi: wrap(cut.rail.odfi, ['stage', 'release', 'incoming', 'read', 'done', 'aside']),
  }
  return cut
}

/** Everything a night's file goes through, as the jobs do it: what was done already is found done. */
async function day(rail: BankContext, date: string, next: string): Promise<void> {
  await goTo(`${date}T02:00`)
  await originate(rail, jobOf({ product_transaction_id: PRODUCT() }))
  const files = await t.db.query<{ id: string }>(UNDELIVERED)
  for (const { id } of files) await deliver(rail, jobOf({ ach_file_id: id }))
  t.bank.act(t.clock.seconds())
  // The bank answers half an hour after it took the file, which on a busy machine is some seconds after two.
  await goTo(`${date}T02:45`)
  t.bank.act(t.clock.seconds())
  await processIncomingFiles(rail)
  await goTo(`${next}T08:30`)
  await settleEntries(rail, jobOf({}))
  await goTo(`${next}T16:00`)
  t.bank.act(t.clock.seconds())
  await processIncomingFiles(rail)
}

/** A Monday, the night after it, and the banking day after that, week after week. */
function* weeks(from: string): Generator<[string, string, string]> {
  for (let monday = Temporal.PlainDate.from(from); ; monday = monday.add({ days: 7 })) {
    const night = monday.add({ days: 1 })
    yield [monday, night, nextBankingDay(night)].map(String) as [string, string, string]
  }
}

for (const when of ['before', 'after'] as const) {
  test(`a process that dies ${when} any step on the way leaves one file with each payment once`, async () => {
    const dates = weeks(when === 'before' ? '2031-01-06' : '2035-01-08')
    let reached = 0
    for (let at = 1; ; at += 1) {
      const [monday, tuesday, wednesday] = dates.next().value!
      await goTo(`${monday}T10:00`)
      const customer_id = `${when}-${at}`.toUpperCase()
      const back = await debit(t, { account_number: '990002102', customer_id })
      const paid = await debit(t, { customer_id, ach_sec_code: 'PPD' })
      const cut = dying(at, when)
      const isWhole = await day(cut.rail, tuesday, wednesday).then(
        () => true,
        error => {
          assert.equal((error as Error).message, 'power cut')
          return false
        },
      )
      reached = cut.steps
      // The clock stopped where the process died, which may be hours earlier: the job alone is repeated.
      if (!isWhole) await again(tuesday, wednesday)
      assert.deepEqual(await historyOf(t, paid.id), [131, 132, 133, 134], `step ${at}`)
      assert.deepEqual(await historyOf(t, back.id), [131, 132, 133, 134, 331], `step ${at}`)
      const booked = t.bank.book.entries().filter(each => each.individual_id === customer_id)
      assert.deepEqual(booked.map(({ state }) => state).toSorted(), ['accepted', 'returned'], `step ${at}`)
      const files = new Set(booked.map(({ file }) => file))
      assert.equal(files.size, 1, `step ${at}`)
      if (isWhole) break
    }
    assert.ok(reached > 20, `${reached} steps`)
  })
}

/** The next worker takes the jobs over. */
async function again(date: string, next: string): Promise<void> {
  const now = t.clock.seconds()
  const moments = [`${date}T02:00`, `${date}T02:45`, `${next}T08:30`, `${next}T16:00`].filter(
    text => bankTime(text) >= now,
  )
  const rail = bankContext(t)
  for (const moment of [null, ...moments]) {
    if (moment) await goTo(moment)
    await originate(rail, jobOf({ product_transaction_id: PRODUCT() }))
    const files = await t.db.query<{ id: string }>(UNDELIVERED)
    for (const { id } of files) await deliver(rail, jobOf({ ach_file_id: id }))
    t.bank.act(t.clock.seconds())
    await processIncomingFiles(rail)
    await settleEntries(rail, jobOf({}))
    t.bank.act(t.clock.seconds())
    await processIncomingFiles(rail)
  }
}
