import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import type { Draft, Row } from '../../definition/resource.ts'
import type { UnitOfWork } from '../../definition/store.ts'
import { newId } from '../../lib/id.ts'
import { invalidField, Refusal } from '../../lib/problem.ts'
import type { PromptResponse } from '../../ports/terminal.ts'
import { signature } from '../signature/signature.ts'
import { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import { begun, checkAgain, checkDevice, givingUp, waitOf } from './deviceterm.rules.ts'
import { deviceterm } from './deviceterm.ts'
import { prompt } from './prompt.ts'

type DeviceTerm = typeof deviceterm
type Prompted = { row: Row<DeviceTerm>; is_new: boolean }

/**
 * Showing terms takes three steps, as payments do: the terms are stored and committed, the device is asked while no connection to the
 * database is held, the answer is stored. A process that dies in between leaves a prompt without an answer, which a job ends.
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
    const wait_seconds = waitOf(device, require_signature)
    const { row, is_new } = await begin(act, wait_seconds)
    const longest = signature.fields.signature.limits.max ?? 0
    const answer = await prompt(terminal, { text, require_signature, wait_seconds }, device, longest)
    return { row: await storeAnswer(act, row, answer), is_new }
  },
  /** The signature is part of every answer, so its expand is always asked for. */
  show: ({ expand, proceed }) => proceed([...new Set([...expand, 'signature'])]),
}

async function begin(act: CreateAct<DeviceTerm>, wait_seconds: number): Promise<Prompted> {
  const open = () => act.store.transaction(act.actor, work => storePrompt(work, act, wait_seconds))
  try {
    return await open()
  } catch (error) {
    // Two such requests at once: the one that comes second finds what the first has just stored.
    if (error instanceof Refusal && error.status === 422 && error.problems?.device_terms_api_id) return open()
    throw error
  }
}

/** Terms whose id is known are shown again, with what was sent now. */
async function storePrompt(work: UnitOfWork, act: CreateAct<DeviceTerm>, wait_seconds: number): Promise<Prompted> {
  const { draft, moment } = act
  const { terminal_id, location_id, require_signature, terms_conditions } = draft
  const device_terms_api_id = apiIdOf(draft)
  const known = device_terms_api_id ? await work.find(deviceterm, { location_id, device_terms_api_id }) : null
  const row = known && (await work.lock(deviceterm, known.id))
  const shown = { terminal_id, require_signature, terms_conditions }
  if (row) {
    checkAgain(row, moment.seconds)
    const set = begun(row.prompts, wait_seconds, moment.seconds)
    const note = { verb: 'prompted', effects: [givingUp({ ...row, ...set })] }
    return { row: await work.update(deviceterm, row, { ...shown, ...set }, note), is_new: false }
  }
  const id = newId(moment.seconds * 1000)
  const set = begun(0, wait_seconds, moment.seconds)
  const record = { id, location_id, device_terms_api_id, ...shown, ...set }
  return { row: await work.insert(deviceterm, record, { effects: [givingUp(record)] }), is_new: true }
}

function apiIdOf({ device_terms_api_id, device_term_api_id }: Draft<DeviceTerm>): string | null {
  return device_terms_api_id || device_term_api_id || null
}

/** An answer that comes after the terms were shown again is to an old question: it is dropped. */
async function storeAnswer(
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
