/**
 * The gateway's side of agents in shops: their connections, and frames on their way through them. Never: what a frame
 * says.
 */
import type { Queryable } from '../db/database.ts'
import { MACHINE_NOW } from '../db/machine-now.ts'
import type { Problem, WireDevice } from '../lib/agent-wire.ts'
import type { Binding } from '../ports/cipher.ts'

/**
 * The channel on which processes notify each other: `{agent_id} {id}` of a new or cancelled call, `- {id}` of one that
 * moved on.
 */
export const CHANNEL = 'agentcall'

/** One frame on its way to a terminal, as it is stored. */
export interface Call {
  id: string
  agent_id: string
  request: { device: WireDevice; frame: string; cancel: string | null; wait_ms: number }
  cancelled: boolean
}

/** What became of a call so far. `answer` is sealed. */
export interface CallState {
  id: string
  taken: boolean
  answer: string | null
  problem: Problem | null
  message: string | null
}

/** A call is kept for a while after it can be answered: an agent whose connection broke sends its answer again. */
const GRACE_SECONDS = 120

export async function postCall(db: Queryable, call: Omit<Call, 'cancelled'>): Promise<void> {
  const seconds = Math.ceil(call.request.wait_ms / 1000) + GRACE_SECONDS
  await db.run(
    `insert into agentcall (id, agent_id, request, state, expires_at, root_id)
     select $1, id, $3, 'waiting', ${MACHINE_NOW} + $4, root_id from terminalagent where id = $2
     on conflict (id, root_id) do nothing`,
    [call.id, call.agent_id, JSON.stringify(call.request), seconds],
  )
  await notify(db, `${call.agent_id} ${call.id}`)
}

/**
 * A call that no process takes soon is given up by the process that posted it. Should that one have died, the call must
 * not reach a terminal minutes later.
 */
const FRESH_SECONDS = 6
const FRESH = `state = 'waiting' and expires_at - ceil((request->>'wait_ms')::numeric / 1000) - ${GRACE_SECONDS} > ${MACHINE_NOW} - ${FRESH_SECONDS}`

/**
 * Takes a call for this process, one of several that may hold a connection of the agent. Returns null when it is gone
 * or taken.
 */
export async function takeCall(db: Queryable, id: string): Promise<Call | null> {
  const [call] = await db.query<Call>(
    `update agentcall set state = 'sent' where id = $1 and ${FRESH} returning id, agent_id, request, cancelled`,
    [id],
  )
  return call ?? null
}

/** Takes the calls that came while the agent was away. */
export function takeWaiting(db: Queryable, agent_id: string): Promise<Call[]> {
  return db.query<Call>(
    `update agentcall set state = 'sent' where agent_id = $1 and ${FRESH} returning id, agent_id, request, cancelled`,
    [agent_id],
  )
}

/** Returns the calls of these agents that no process has taken yet. */
export function waitingCalls(db: Queryable, agent_ids: readonly string[]): Promise<Pick<Call, 'id' | 'agent_id'>[]> {
  return db.query(`select id, agent_id from agentcall where agent_id = any($1) and ${FRESH} order by id`, [agent_ids])
}

/** Returns true when no process had taken the call: nothing was sent, and nothing will be. */
export async function giveUpCall(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(`delete from agentcall where id = $1 and state = 'waiting'`, [id])) > 0
}

export async function cancelCall(db: Queryable, { id, agent_id }: Pick<Call, 'id' | 'agent_id'>): Promise<void> {
  await db.run('update agentcall set cancelled = true where id = $1', [id])
  await notify(db, `${agent_id} ${id}`)
}

export async function isCancelled(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(`select 1 from agentcall where id = $1 and cancelled and state = 'sent'`, [id])
  return rows.length > 0
}

/** Notes that the terminal has the frame. Only of an agent's own calls: one shop cannot answer for another. */
export async function noteTaken(db: Queryable, agent_id: string, id: string): Promise<void> {
  const done = await db.run('update agentcall set taken = true where id = $1 and agent_id = $2', [id, agent_id])
  if (done > 0) await notify(db, `- ${id}`)
}

export async function endCall(
  db: Queryable,
  agent_id: string,
  { id, answer, problem, message }: Omit<CallState, 'taken'>,
): Promise<void> {
  const done = await db.run(
    `update agentcall set state = 'ended', answer = $3, problem = $4, message = $5
      where id = $1 and agent_id = $2 and state <> 'ended'`,
    [id, agent_id, answer, problem, message],
  )
  if (done > 0) await notify(db, `- ${id}`)
}

/** Returns which of some calls have ended, and which of the `fresh` among them were taken. */
export function readCalls(db: Queryable, ids: readonly string[], fresh: readonly string[]): Promise<CallState[]> {
  return db.query<CallState>(
    `select id, taken, answer, problem, message from agentcall where id = any($1) and (state = 'ended' or (taken and id = any($2)))`,
    [ids, fresh],
  )
}

export async function forgetCalls(db: Queryable): Promise<number> {
  return db.run(`delete from agentcall where expires_at < ${MACHINE_NOW}`)
}

/** Binds the seal of an answer to its call: it can be opened as the answer of no other. */
export function answerBinding(id: string): Binding {
  return { location_id: 'agentcall', record_id: id, field: 'answer' }
}

async function notify(db: Queryable, payload: string): Promise<void> {
  await db.query('select pg_notify($1, $2)', [CHANNEL, payload])
}
