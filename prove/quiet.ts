import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/fuzz/random.ts'
import { ask, isLate, learn } from './ask.ts'
import { eachApi, type Field } from './field.ts'
import type { Entry } from './journal.ts'
import { keepPost } from './post.ts'
import { advance } from './trouble.ts'

/** Nobody dies any more: everything that is under way comes to its end. Answers what did not. */
export async function quietEnd(field: Field): Promise<string[]> {
  for (const each of field.receivers) await each.behave()
  const died = Object.values(field.kills).some(count => count > 0)
  if (field.options.forgets && died) await startAfresh(field)
  await Promise.all(field.posts.map(post => post.ready()))
  const chance = random(field.options.seed + 4)
  const began = performance.now()
  let said = ''
  for (;;) {
    await askAgain(field)
    await field.sql(field.options.forgets ? HURRY : `${HURRY} and asks > ${PATIENT}`)
    // Every hour something may be tried once more; a day at least, for a machine so slow that no recurring has come round.
    const moved = await advance(field, chance, 'PT1H')
    const open = await openWork(field)
    if (moved && open.length === 0) return []
    const waiting = `waiting: ${open.join(', ') || 'the clock'}`
    if (waiting !== said) field.options.told(waiting)
    said = waiting
    if (performance.now() - began > field.options.patience_ms || field.options.stop.aborted) return open
    await pause(200)
  }
}

/** The resolver asks more and more seldom, in the end once an hour; an operator may have it ask at once. */
const HURRY = `update attempt set ask_ts = 0 where state in ('pending', 'unknown')`
/** Questions in vain after which the long form does what an operator would. */
const PATIENT = 3

/** All processes die together, and what they held is free: nobody of those who held it lives. */
async function startAfresh(field: Field): Promise<void> {
  await Promise.all(field.posts.map(post => post.stop('SIGKILL')))
  field.posts.splice(
    0,
    field.posts.length,
    ...(['api', 'worker'] as const).map(role => keepPost({ ...field.options, home: field.home, role })),
  )
  await Promise.all(field.posts.map(post => post.ready()))
  await field.sql('update job set leased_until = null')
  await field.sql('update postback_log set leased_until = null')
  await field.sql(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await field.sql(`update settlement set ask_ts = 0 where state = 'pending'`)
  await field.sql('update idempotency set leased_until = 0 where status is null')
}

/** Clients learn what became of what nobody answered. */
async function askAgain(field: Field): Promise<void> {
  const open = field.journal.entries.filter(({ state }) => state === 'open')
  const chance = random(field.options.seed + 5)
  await Promise.all(
    open.map(async entry => {
      const merchant = merchantOf(field, entry)
      const [url] = eachApi(field)
      if (!url) return
      if (!isLate(field, entry)) return ask(field, merchant, chance, entry, 2)
      await learn(field, merchant, url, entry)
      // Too late to be sent again, and nobody knows it: it never arrived.
      if (entry.state === 'open') entry.state = 'refused'
    }),
  )
}

function merchantOf({ sandbox }: Field, { merchant }: Entry) {
  return sandbox.merchants[merchant]!
}

/** What keeps the end from being quiet, in words. */
async function openWork(field: Field): Promise<string[]> {
  const [row] = await field.sql<Record<string, number>>(OPEN)
  const unanswered = field.journal.entries.filter(({ state }) => state === 'open').length
  const all = { ...row, 'requests nobody answered': unanswered }
  return Object.entries(all).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

const OPEN = `
select (select count(*) from attempt where state in ('pending', 'unknown'))::int as "attempts whose outcome is open",
       (select count(*) from settlement where state = 'pending')::int as "settlements whose outcome is open",
       (select count(*) from postback_log where next_run_ts is not null)::int as "postbacks still to be told",
       (select count(*) from job where failed_ts is null and leased_until is not null)::int as "jobs that somebody holds",
       (select count(*) from transaction where doing is not null)::int as "transactions with an action in progress"`
