import { setTimeout as pause } from 'node:timers/promises'
import { random } from '../conformance/fuzz/random.ts'
import { client } from './client.ts'
import { advance } from './disruptions.ts'
import type { Entry } from './journal.ts'
import { eachApi, type ProofRun } from './proof-run.ts'
import { replay } from './replay.ts'
import { isLate, lookUp, sendUntilAnswered } from './send-until-answered.ts'
import { superviseProcess } from './supervise-process.ts'

const PASS_MS = 200
/** Passes in which payments are decided while the clock stands still: a key is forgotten after a day. */
const STILL_PASSES = 60

/** Stops killing and lets all work come to its end. Returns what is still open, and what was sent once more. */
export async function windDown(proof: ProofRun): Promise<{ open: string[]; again: Entry[] }> {
  for (const each of proof.receivers) await each.behave()
  await proof.hosts.behave()
  const died = Object.values(proof.kills).some(count => count > 0)
  if (proof.options.forgets && died) await startAfresh(proof)
  await Promise.all(proof.processes.map(post => post.ready()))
  // What strayed has arrived by now.
  await proof.sql('update attempt set watch_ts = 0 where watch_ts is not null')
  const began = performance.now()
  const early = (await comeToDecisions(proof)) ? await replay(proof) : null
  const open = await workOff(proof, began)
  return { open, again: early ?? (await replay(proof)) }
}

/** Waits until every request and payment is decided. Returns false if some are still open after the last pass. */
async function comeToDecisions(proof: ProofRun): Promise<boolean> {
  for (let pass = 1; pass <= STILL_PASSES; pass += 1) {
    if (await areDecided(proof)) return true
    await pause(PASS_MS)
  }
  return false
}

/** Lets everything that waits for its time come to its end, whatever the hour. Returns what is still open. */
async function workOff(proof: ProofRun, began: number): Promise<string[]> {
  const chance = random(proof.options.seed + 4)
  let said = ''
  for (;;) {
    await hurry(proof)
    // Retries are at most an hour apart; at least a day is covered, in case no recurring has run yet on a slow
    // machine.
    const moved = await advance(proof, chance, 'PT1H')
    const open = await openWork(proof)
    if (moved && open.length === 0) return []
    const waiting = `waiting: ${open.join(', ') || 'the clock'}`
    if (waiting !== said) proof.options.report(waiting)
    said = waiting
    if (performance.now() - began > proof.options.time_limit_ms || proof.options.stop.aborted) return open
    await pause(PASS_MS)
  }
}

/** Does what need not wait: clients ask again, people decide, and the resolver asks at once. */
async function hurry(proof: ProofRun): Promise<void> {
  await askAgain(proof)
  await decideRefunds(proof)
  proof.hosts.endDay()
  await proof.sql(proof.options.forgets ? HURRY : `${HURRY} and asks > ${PATIENT}`)
}

/** Whether every request has an answer and every payment an outcome, after what need not wait has been done. */
async function areDecided(proof: ProofRun): Promise<boolean> {
  await hurry(proof)
  if (proof.journal.entries.some(({ state }) => state === 'open')) return false
  const [row] = await proof.sql<{ are_decided: boolean }>(DECIDED)
  return row!.are_decided
}

const DECIDED = `
select not exists (select from attempt where state in ('pending', 'unknown'))
   and not exists (select from transaction where doing is not null) as are_decided`

/** The resolver queries less and less often, in the end once an hour; an operator may have it query at once. */
const HURRY = `update attempt set ask_ts = 0 where state in ('pending', 'unknown')`
/** Questions in vain after which the long form does what an operator would. */
const PATIENT = 3

/**
 * A refund that was reported as failed, and cannot be taken back because its processor has settled it or takes none
 * back, is a person's to decide.
 */
async function decideRefunds(proof: ProofRun): Promise<void> {
  const stuck = await proof.sql<{ id: string; location_id: string }>(STUCK_REFUNDS)
  for (const { id, location_id } of stuck) {
    const place = proof.sandbox.merchants.findIndex(each => each.location_id === location_id)
    const decision = { transaction: { resolution: 'kept', note: 'The customer was told.' } }
    const path = `/v2/transactions/${id}/resolve`
    const mine = client(proof, place, random(proof.options.seed + 9))
    await mine.act('kept', 'POST', 'transaction', path, id, decision, true).catch(() => undefined)
  }
}

const STUCK_REFUNDS = `
select transaction.id, location_id from transaction join attempt on transaction_id = transaction.id
 where attempt.stuck_ts is not null and attempt.state = 'declined' and transaction.type_id in (30, 40)`

/** Kills all processes together, after which no lease has a holder. */
async function startAfresh(proof: ProofRun): Promise<void> {
  await Promise.all(proof.processes.map(post => post.stop('SIGKILL')))
  proof.processes.splice(
    0,
    proof.processes.length,
    ...(['api', 'worker'] as const).map(role => superviseProcess({ ...proof.options, home: proof.home, role })),
  )
  await Promise.all(proof.processes.map(post => post.ready()))
  await proof.sql('update job set leased_until = null')
  await proof.sql('update postback_log set leased_until = null')
  await proof.sql(`update attempt set ask_ts = 0, believe_ts = 0 where state in ('pending', 'unknown')`)
  await proof.sql(`update settlement set ask_ts = 0 where state = 'pending'`)
  await proof.sql('update transactionbatch set continue_ts = 0 where continue_ts is not null')
  await proof.sql('update idempotency set leased_until = 0 where status is null')
}

/** Clients look up what they have no answer about. */
async function askAgain(proof: ProofRun): Promise<void> {
  const open = proof.journal.entries.filter(({ state }) => state === 'open')
  const chance = random(proof.options.seed + 5)
  await Promise.all(
    open.map(async entry => {
      const merchant = merchantOf(proof, entry)
      const [url] = eachApi(proof)
      if (!url) return
      if (!isLate(proof, entry)) return sendUntilAnswered(proof, merchant, chance, entry, 2)
      // Too late to be repeated, and no record of it: the request never arrived.
      if ((await lookUp(proof, merchant, url, entry)) === 'absent') entry.state = 'refused'
    }),
  )
}

function merchantOf({ sandbox }: ProofRun, { merchant }: Entry) {
  return sandbox.merchants[merchant]!
}

/** Lists the work that is still open. */
async function openWork(proof: ProofRun): Promise<string[]> {
  const [row] = await proof.sql<Record<string, number>>(OPEN)
  const unanswered = proof.journal.entries.filter(({ state }) => state === 'open').length
  const all = { ...row, 'requests nobody answered': unanswered }
  return Object.entries(all).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
}

const OPEN = `
select (select count(*) from attempt where state in ('pending', 'unknown'))::int as "attempts whose outcome is open",
       (select count(*) from attempt where watch_ts = 0)::int as "orders that were given up and are looked for",
       (select count(*) from transactionbatch where processing_status_id = 5)::int as "batches that are being settled",
       (select count(*) from postback_log where next_run_ts is not null)::int as "postbacks still to be told",
       (select count(*) from job where failed_ts is null and leased_until is not null)::int as "jobs that somebody holds",
       (select count(*) from transaction where doing is not null)::int as "transactions with an action in progress"`
