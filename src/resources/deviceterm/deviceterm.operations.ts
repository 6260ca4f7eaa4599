import { setTimeout as pause } from 'node:timers/promises'
import { systemCaller } from '../../definition/caller.ts'
import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Row } from '../../definition/resource.ts'
import type { Store, UnitOfWork } from '../../definition/store.ts'
import type { Tasks } from '../../jobs/declare/task.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, Refusal } from '../../lib/problem.ts'
import type { Device, PromptResponse, Terminal, Terms } from '../../ports/terminal.ts'
import { signature } from '../signature/signature.ts'
import { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import { checkAgain, checkDevice, giveUpJob, promptSeconds, promptStart } from './deviceterm.rules.ts'
import { deviceterm, giveUpTask, REASON } from './deviceterm.ts'

type DeviceTerm = typeof deviceterm
interface Prompted {
  row: Row<DeviceTerm>
  is_new: boolean
}

/**
 * Showing terms takes three steps, as a payment does: store the terms and commit, prompt on the device without a
 * database transaction, store the response. A process that dies in between leaves a prompt without a response, which a
 * job ends.
 */
export const devicetermOperations: Operations<DeviceTerm> = {
  async create(act) {
    const device = act.refs.terminal_id
    const read = act.store.reader(act.actor.caller)
    const application = await read.maybe(terminalapplication, device.terminal_application_id)
    checkDevice(act.draft, { device, application })
    const terminal = act.parts.terminals[device.terminal_manufacturer_id]
    if (!terminal) throw invalidField('terminal_id', 'Terminal Id is of a make that is not supported here.')

    const { require_signature, terms_conditions: text } = act.draft
    const wait_seconds = promptSeconds(device, require_signature)
    const { row, is_new } = await beginPrompt(act, wait_seconds)
    const longest = signature.fields.signature.limits.max ?? 0
    const response = await prompt(terminal, { text, require_signature, wait_seconds }, device, longest)
    return { row: await storeResponse(act, row, response), is_new }
  },
  /** The signature is part of every response, so it is always expanded. */
  show: ({ expand, proceed }) => proceed([...new Set([...expand, 'signature'])]),
}

async function beginPrompt(act: CreateAct<DeviceTerm>, wait_seconds: number): Promise<Prompted> {
  const open = () => act.store.transaction(act.actor, work => storePrompt(work, act, wait_seconds))
  try {
    return await open()
  } catch (error) {
    // Of two such requests at once, the second one finds the terms that the first has stored.
    if (error instanceof Refusal && error.status === 422 && error.problems?.device_terms_api_id) return open()
    throw error
  }
}

/** Terms with a known id are shown again, with the text that was sent now. */
async function storePrompt(work: UnitOfWork, act: CreateAct<DeviceTerm>, wait_seconds: number): Promise<Prompted> {
  const { draft, moment } = act
  const { terminal_id, location_id, require_signature, terms_conditions } = draft
  const device_terms_api_id = draft.device_terms_api_id || draft.device_term_api_id || null
  const known = device_terms_api_id ? await work.find(deviceterm, { location_id, device_terms_api_id }) : null
  const row = known && (await work.lock(deviceterm, known.id))
  const shown = { terminal_id, require_signature, terms_conditions }
  if (row) {
    checkAgain(row, moment.seconds)
    const set = promptStart(row.prompts, wait_seconds, moment.seconds)
    const note = { verb: 'prompted', effects: [giveUpJob({ ...row, ...set })] }
    return { row: await work.update(deviceterm, row, { ...shown, ...set }, note), is_new: false }
  }
  const id = newId(moment.seconds * 1000)
  const set = promptStart(0, wait_seconds, moment.seconds)
  const record = { id, location_id, device_terms_api_id, ...shown, ...set }
  return { row: await work.insert(deviceterm, record, { effects: [giveUpJob(record)] }), is_new: true }
}

/** Drops a response that arrives after the terms were shown again. */
async function storeResponse(
  { actor, store }: CreateAct<DeviceTerm>,
  { id, prompts, location_id }: Row<DeviceTerm>,
  { reason_code_id, signature_png_base64 }: PromptResponse,
): Promise<Row<DeviceTerm>> {
  return store.transaction(actor, async work => {
    const row = await work.lock(deviceterm, id)
    if (!row) throw new Error(`device terms ${id} are gone`)
    if (row.prompts !== prompts) return row
    if (signature_png_base64) {
      const record = { resource: 'DeviceTerm', resource_id: id, location_id, signature: signature_png_base64 } as const
      await work.insert(signature, record)
    }
    return work.update(deviceterm, row, { reason_code_id }, { verb: 'answered' })
  })
}

const UNANSWERED: PromptResponse = { reason_code_id: REASON.unanswered, signature_png_base64: null }

/** Longer than the device itself waits, but shorter than the grace added to `prompt_ends_ts`. */
const GRACE_MS = 10_000

/**
 * Shows terms on a device and returns the response. Never throws: a device that cannot be reached, is too slow, or
 * accepts without the required signature counts as unanswered. `longest` is the most characters a signature may have.
 */
export async function prompt(
  terminal: Pick<Terminal, 'prompt'>,
  terms: Terms,
  device: Device,
  longest: number,
  grace_ms: number = GRACE_MS,
): Promise<PromptResponse> {
  const done = new AbortController()
  try {
    const late = pause(terms.wait_seconds * 1000 + grace_ms, UNANSWERED, { signal: done.signal })
    return checked(await Promise.race([terminal.prompt(terms, device, done.signal), late]), terms, longest)
  } catch {
    return UNANSWERED
  } finally {
    done.abort()
  }
}

function checked(response: PromptResponse, terms: Terms, longest: number): PromptResponse {
  const { reason_code_id, signature_png_base64 } = response
  if (reason_code_id !== REASON.accepted || !terms.require_signature) {
    return { reason_code_id, signature_png_base64: null }
  }
  return signature_png_base64 && signature_png_base64.length <= longest ? response : UNANSWERED
}

/** Ends a prompt that is no longer awaited as unanswered (1531), so that the terms can be shown again. */
export function devicetermTasks({ store }: { store: Store }): Tasks {
  return giveUpTask.does(({ payload, root_id }) =>
    store.transaction({ caller: systemCaller(root_id ?? '', 'worker') }, async work => {
      const row = await work.lock(deviceterm, payload.deviceterm_id)
      if (row?.prompts !== payload.prompts || row?.reason_code_id !== null) return
      await work.update(deviceterm, row, { reason_code_id: REASON.unanswered }, { verb: 'answered' })
    }),
  )
}
