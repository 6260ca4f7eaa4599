import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { CreateAct, NounParts } from '../../src/definition/command.ts'
import type { Row } from '../../src/definition/resource.ts'
import type { PromptResponse, Terminal } from '../../src/ports/terminal.ts'
import { devicetermOperations } from '../../src/resources/deviceterm/deviceterm.operations.ts'
import type { deviceterm } from '../../src/resources/deviceterm/deviceterm.ts'
import { location } from '../../src/resources/location/location.ts'
import { terminal as terminals } from '../../src/resources/terminal/terminal.ts'
import { type Json, testApp } from '../support/app.ts'
import { refusal } from '../support/typed-client.ts'

type DeviceTerm = typeof deviceterm

const t = await testApp('deviceterm_prompts')
after(() => t.close())
const [{ location_id, terminal_id, user }] = t.merchants

const sent = { location_id, terminal_id, require_signature: true, terms_conditions: 'Terms' }
/** Any text will do here: whether it is an image is the device's matter. */
const SIGNED: PromptResponse = { reason_code_id: 1000, signature_png_base64: 'iVBORw0KGgo=' }

/** A customer whose answer is waited for: `asked` ends when the terms are shown. */
function customer() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<PromptResponse>()
  const terminal: Pick<Terminal, 'prompt'> = {
    prompt() {
      asked.resolve()
      return answer.promise
    },
  }
  return { terminal, asked: asked.promise, answer: answer.resolve, fail: answer.reject }
}

/** A POST whose device is this one, as the engine runs it. */
async function show(
  terminal: Pick<Terminal, 'prompt'>,
  device_terms_api_id: string,
): Promise<{ row: Row<DeviceTerm>; is_new: boolean }> {
  const caller = {
    user_id: user.user_id,
    user_type_id: 250,
    location_id,
    root_id: location_id,
    sees_root: true,
    zone: 'America/New_York',
    method: 'test',
    address: null,
  }
  const read = t.app.store.reader(caller)
  const refs = {
    location_id: await read.one(location, sent.location_id, 'location_id'),
    terminal_id: await read.one(terminals, sent.terminal_id, 'terminal_id'),
  }
  const act: CreateAct<DeviceTerm> = {
    refs,
    parts: { terminals: { 100: terminal as Terminal } } as unknown as NounParts,
    actor: { caller },
    moment: { seconds: t.clock.seconds(), caller },
    draft: { ...sent, device_terms_api_id, device_term_api_id: null },
    read,
    uploads: [],
    store: t.app.store,
    proceed: () => assert.fail('the operation stores the record itself'),
  }
  const made = await devicetermOperations.create!(act)
  return made as { row: Row<DeviceTerm>; is_new: boolean }
}

async function stored(device_terms_api_id: string): Promise<Json> {
  return await t.api.deviceterms.get(device_terms_api_id, { api_id: 1, location_id })
}

test('while terms are shown they are stored without an answer, no transaction is open, and nobody can show them again', async () => {
  const visitor = customer()
  const running = show(visitor.terminal, 'slow')
  await visitor.asked
  assert.deepEqual([(await stored('slow')).reason_code_id, (await stored('slow')).signature], [null, null])
  const open = await t.db.query(
    `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  assert.deepEqual(open, [])
  const again = await refusal(t.api.deviceterms.create({ ...sent, device_terms_api_id: 'slow' }))
  assert.equal(again.status, 409)
  assert.deepEqual(again.body.errors, { device_terms_api_id: ['Device Terms of this id are being shown.'] })

  visitor.answer(SIGNED)
  const { row, is_new } = await running
  assert.deepEqual([row.reason_code_id, is_new], [1000, true])
  assert.equal((await stored('slow')).signature.signature, SIGNED.signature_png_base64)
})

test('DT-19 terms whose process died get reason 1531, can be shown again, and an answer to the old question is dropped', async () => {
  const gone = customer()
  const abandoned = show(gone.terminal, 'abandoned')
  await gone.asked
  const { id } = await stored('abandoned')

  await t.clock.moveTo(t.clock.seconds() + 600, t.app.worker)
  assert.equal((await stored('abandoned')).reason_code_id, 1531)

  const visitor = customer()
  const running = show(visitor.terminal, 'abandoned')
  await visitor.asked
  gone.answer(SIGNED)
  assert.equal((await abandoned).row.reason_code_id, null, 'what is stored counts: the terms are being shown again')
  assert.equal((await stored('abandoned')).reason_code_id, null)

  visitor.answer({ reason_code_id: 1500, signature_png_base64: null })
  const { row, is_new } = await running
  assert.deepEqual([row.id, row.reason_code_id, is_new], [id, 1500, false])
  const signatures = await Array.fromAsync(t.api.signatures.list({ resource_id: id }))
  assert.deepEqual(signatures, [])
})

test('an answer that comes after the terms were given up still counts when nobody showed them again', async () => {
  const visitor = customer()
  const running = show(visitor.terminal, 'late')
  await visitor.asked
  await t.clock.moveTo(t.clock.seconds() + 600, t.app.worker)
  assert.equal((await stored('late')).reason_code_id, 1531)
  visitor.answer(SIGNED)
  assert.equal((await running).row.reason_code_id, 1000)
  assert.equal((await stored('late')).signature.signature, SIGNED.signature_png_base64)
})

test('a device whose line breaks has not answered', async () => {
  const visitor = customer()
  const running = show(visitor.terminal, 'broken')
  await visitor.asked
  visitor.fail(new Error('connection reset'))
  const { row, is_new } = await running
  assert.deepEqual([row.reason_code_id, is_new], [1531, true])
})
