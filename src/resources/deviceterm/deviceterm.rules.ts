import type { Draft, Row, Settable } from '../../definition/resource.ts'
import { type Effect, rulesOf } from '../../definition/rules.ts'
import { invalid, invalidField, notValid } from '../../lib/problem.ts'
import type { terminal } from '../terminal/terminal.ts'
import type { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import { deviceterm, giveUpTask, REASON } from './deviceterm.ts'

type DeviceTerm = typeof deviceterm
type Terms = Pick<Draft<DeviceTerm>, 'location_id' | 'terminal_id' | 'require_signature'>

interface PromptFacts {
  device: Row<typeof terminal>
  application: Row<typeof terminalapplication> | null
}

const { rules } = rulesOf(deviceterm)

export const devicetermRules = rules({
  create: {
    validate({ device_terms_api_id, device_term_api_id }, problems) {
      if (device_terms_api_id && device_term_api_id && device_terms_api_id !== device_term_api_id) {
        problems.add('device_term_api_id', 'Device Term Api Id must be the same as Device Terms Api Id.')
      }
    },
  },
})

/** Throws 422 unless these terms can be shown on this device (contract 2.10, 4.10). */
export function checkDevice(draft: Terms, { device, application }: PromptFacts): void {
  if (device.location_id !== draft.location_id) throw notValid('terminal_id')
  if (!device.active) throw invalidField('terminal_id', 'Terminal Id is not active.')
  if (!draft.require_signature || (device.sig_capture_enable && application?.sig_capture_capable)) return
  // Either field may be the wrong one.
  const text = ['Device is not signature capable']
  throw invalid({ terminal_id: text, require_signature: text })
}

/** Throws unless known terms may be shown again: 422 when they were accepted, 409 while they are being shown. */
export function checkAgain(row: Row<DeviceTerm>, seconds: number): void {
  if (row.reason_code_id === REASON.accepted)
    throw invalidField('device_terms_api_id', 'Device Terms Api Id has already been taken.')
  if (row.reason_code_id === null && seconds < row.prompt_ends_ts)
    throw invalidField('device_terms_api_id', 'Device Terms of this id are being shown.', 409)
}

/** Added to the device's own time limit, so that its response can arrive and be stored. */
const GRACE_SECONDS = 15

const SIGNING_STEPS = ['signature_input_timeout', 'signature_submit_timeout']

/** Returns the seconds the device waits for an answer, including the signature where one is required. */
export function promptSeconds(device: Row<typeof terminal>, require_signature: boolean): number {
  const steps = ['device_terms_prompt_timeout', ...(require_signature ? SIGNING_STEPS : [])]
  const timeouts = device.terminal_timeouts as Record<string, number>
  return steps.reduce((sum, step) => sum + (timeouts[step] ?? 0), 0)
}

/** Returns the columns a prompt sets when it begins; `before` is the number of earlier prompts. */
export function promptStart(before: number, wait_seconds: number, seconds: number) {
  const prompt_ends_ts = seconds + wait_seconds + GRACE_SECONDS
  return { prompts: before + 1, prompt_ends_ts, reason_code_id: null } satisfies Settable<DeviceTerm>
}

/** Returns the job that ends a prompt whose process died before the response was stored. */
export function giveUpJob({
  id,
  prompts,
  prompt_ends_ts,
}: Pick<Row<DeviceTerm>, 'id' | 'prompts' | 'prompt_ends_ts'>): Effect {
  return giveUpTask.effect({ deviceterm_id: id, prompts }, { run_at: prompt_ends_ts })
}
