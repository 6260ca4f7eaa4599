import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from '../../definition/resource.ts'
import { Refusal } from '../../lib/problem.ts'
import type { terminal } from '../terminal/terminal.ts'
import type { terminalapplication } from '../terminalapplication/terminalapplication.ts'
import { checkAgain, checkDevice, giveUpJob, promptSeconds, promptStart } from './deviceterm.rules.ts'
import type { deviceterm } from './deviceterm.ts'

type Device = Row<typeof terminal>
type Application = Row<typeof terminalapplication>

const HERE = 'a'.repeat(24)
const draft = { location_id: HERE, terminal_id: 'b'.repeat(24), require_signature: true }
const TIMEOUTS = { device_terms_prompt_timeout: 60, signature_input_timeout: 10, signature_submit_timeout: 30 }

function facts(device: Partial<Device> = {}, application: Partial<Application> | null = {}) {
  const able = { location_id: HERE, active: true, sig_capture_enable: true, terminal_timeouts: TIMEOUTS }
  return {
    device: { ...able, ...device } as Device,
    application: application && ({ sig_capture_capable: true, ...application } as Application),
  }
}

function refusalOf(work: () => void): [number, string[]] | null {
  try {
    work()
    return null
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return [error.status, Object.keys(error.problems ?? {})]
  }
}

test('DT-01 DT-05 DT-18 which device can show which terms', () => {
  const both: [number, string[]] = [422, ['terminal_id', 'require_signature']]
  for (const [device, application, require_signature, expected] of [
    [{}, {}, true, null],
    [{}, {}, false, null],
    [{ sig_capture_enable: false }, {}, true, both],
    [{ sig_capture_enable: false }, {}, false, null],
    [{}, { sig_capture_capable: false }, true, both],
    [{}, null, true, both],
    [{}, null, false, null],
    [{ active: false }, {}, false, [422, ['terminal_id']]],
    [{ location_id: 'c'.repeat(24) }, {}, false, [422, ['terminal_id']]],
  ] as const) {
    const found = refusalOf(() => checkDevice({ ...draft, require_signature }, facts(device, application)))
    assert.deepEqual(found, expected, JSON.stringify([device, application, require_signature]))
  }
})

test('DT-09 DT-19 which terms can be shown again', () => {
  for (const [reason_code_id, seconds, expected] of [
    [1000, 500, [422, ['device_terms_api_id']]],
    [1500, 50, null],
    [1531, 50, null],
    [null, 99, [409, ['device_terms_api_id']]],
    [null, 100, null],
  ] as const) {
    const row = { reason_code_id, prompt_ends_ts: 100 } as Row<typeof deviceterm>
    assert.deepEqual(
      refusalOf(() => checkAgain(row, seconds)),
      expected,
      JSON.stringify([reason_code_id, seconds]),
    )
  }
})

test('a prompt ends after the waits of its terminal and some grace, and then a job gives it up', () => {
  const { device } = facts()
  assert.equal(promptSeconds(device, false), 60)
  assert.equal(promptSeconds(device, true), 100)
  const set = promptStart(1, 100, 1_000)
  assert.deepEqual(set, { prompts: 2, prompt_ends_ts: 1_115, reason_code_id: null })
  assert.deepEqual(giveUpJob({ id: HERE, ...set }), {
    task: 'deviceterm.give_up',
    payload: { deviceterm_id: HERE, prompts: 2 },
    run_at: 1_115,
  })
})
