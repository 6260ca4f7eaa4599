import assert from 'node:assert/strict'
import { test } from 'node:test'
import { machineClock } from '../../src/adapters/clock/machine.ts'
import { ecrRef } from '../../src/adapters/terminals/pax/ecr-ref.ts'
import { checksum, encodeFrame } from '../../src/adapters/terminals/pax/frame.ts'
import { paxTerminal } from '../../src/adapters/terminals/pax/index.ts'
import type { ResponseParts } from '../../src/adapters/terminals/pax/layouts.ts'
import { imageOf } from '../../src/adapters/terminals/pax/signature.ts'
import { decodeRequest, encodeResponse } from '../../src/adapters/terminals/pax/wire.ts'
import type { Terminal, TerminalOutcome } from '../../src/ports/terminal.ts'
import { LineError, type LineProblem, type TerminalLine } from '../../src/ports/terminal-line.ts'
import { chance } from '../support/chance.ts'
import { newDevice } from '../support/test-terminal.ts'

const device = newDevice()
const REFERENCE = 'a1'.repeat(12)
const SALE = { reference: REFERENCE, action: 'sale', amount: 1234n } as const
const OK = { command: 'T01', result: '000000', message: 'OK' } as const
const PARTS: ResponseParts<'T01'> = {
  host: { code: '00', message: 'APPROVED', auth_code: 'abc123', host_ref: 'H1' },
  type: '01',
  amounts: { approved: '1234' },
  card: { number: '1111', entry_mode: '4', card_type: '01' },
  trace: { transaction_no: '7', ecr_ref: ecrRef(REFERENCE) },
}

type Say = (command: string) => Buffer | LineProblem

/** A line that answers or fails each command as scripted, and records the commands it carried. */
function scripted(say: Say): { terminal: Terminal; carried: string[] } {
  const carried: string[] = []
  const line: TerminalLine = {
    async send(_device, { frame }) {
      const read = decodeRequest(frame)
      assert.ok(read && 'command' in read)
      carried.push(read.command)
      const said = say(read.command)
      if (typeof said === 'string') throw new LineError(said, said)
      return said
    },
  }
  return { terminal: paxTerminal({ line, clock: machineClock, poll_pauses_ms: [0, 0, 0] }), carried }
}

const report = (over: Partial<ResponseParts<'R03'>> = {}) =>
  encodeResponse({
    command: 'R03',
    result: '000000',
    message: 'OK',
    parts: {
      total: '1',
      host: PARTS.host,
      type: '01',
      amounts: PARTS.amounts,
      card: PARTS.card,
      trace: PARTS.trace,
      ...over,
    },
  })
const notFound = encodeResponse({ command: 'R03', result: '100023', message: 'NOT FOUND', parts: {} })
const reset = encodeResponse({ command: 'A17', result: '000000', message: 'OK', parts: {} })

async function sell(say: Say): Promise<{ outcome: TerminalOutcome; carried: string[] }> {
  const { terminal, carried } = scripted(say)
  return { outcome: await terminal.actions.sale!(SALE, device), carried }
}

const sales = (carried: string[]) => carried.filter(command => command === 'T00').length

test('a lost order is asked about, after the device was told to stop, and what it reports is the outcome', async () => {
  const { outcome, carried } = await sell(command =>
    command === 'R02' ? report() : command === 'A14' ? 'busy' : 'lost',
  )
  assert.ok(outcome.result === 'approved')
  assert.deepEqual([outcome.auth_amount, outcome.auth_code, outcome.host_reference], [1234n, 'abc123', 'H1'])
  assert.deepEqual(carried, ['T00', 'A14', 'R02'])
})

test('a decline in the report is a decline', async () => {
  const declined = report({ host: { code: '05', message: 'DO NOT HONOR' }, amounts: { approved: '0' } })
  const { outcome } = await sell(command => (command === 'R02' ? declined : 'lost'))
  assert.ok(outcome.result === 'declined')
  assert.deepEqual([outcome.reason_code_id, outcome.auth_amount], [1615, null])
})

test('what the device does not know after a reset did not happen', async () => {
  const { outcome, carried } = await sell(command =>
    command === 'R02' ? notFound : command === 'A16' ? reset : 'lost',
  )
  assert.deepEqual(outcome, { result: 'failed', why: 'unreachable', text: 'CONNECT ERROR' })
  assert.deepEqual(carried, ['T00', 'A14', 'R02', 'A16', 'R02'])
})

test('a device that cannot be asked leaves the outcome unknown, never declined', async () => {
  for (const problem of ['lost', 'unreachable', 'busy', 'refused'] as const) {
    const { outcome, carried } = await sell(command => (command === 'T00' ? 'lost' : problem))
    assert.deepEqual(outcome, { result: 'unknown', text: 'CONNECT ERROR' }, problem)
    assert.equal(sales(carried), 1)
  }
})

test('only what never got through is known not to have happened without asking', async () => {
  for (const [problem, why] of [
    ['unreachable', 'unreachable'],
    ['busy', 'busy'],
    ['refused', 'refused'],
  ] as const) {
    const { outcome, carried } = await sell(() => problem)
    assert.equal(outcome.result === 'failed' && outcome.why, why)
    assert.deepEqual(carried, ['T00'])
  }
})

test('the answer to another order is not taken for this one', async () => {
  const other = encodeResponse({ ...OK, parts: { ...PARTS, trace: { ecr_ref: ecrRef('another') } } })
  const { outcome } = await sell(command =>
    command === 'T00' ? other : command === 'R02' ? notFound : command === 'A16' ? reset : 'busy',
  )
  assert.equal(outcome.result, 'failed')
  const wrong = report({ trace: { ecr_ref: ecrRef('another') } })
  assert.equal((await sell(command => (command === 'R02' ? wrong : 'lost'))).outcome.result, 'unknown')
})

test('errors of the device are no declines: what is not a time-out or a cancel is asked about', async () => {
  for (const result of ['100003', '100008', '100010', '100011', '100099', '000200']) {
    const error = encodeResponse({ command: 'T01', result, message: 'ODD', parts: {} })
    const { outcome, carried } = await sell(command =>
      command === 'T00' ? error : command === 'R02' ? notFound : command === 'A16' ? reset : 'busy',
    )
    assert.deepEqual(outcome, { result: 'failed', why: 'refused', text: 'ODD' }, result)
    assert.ok(carried.includes('R02'))
    const { outcome: found } = await sell(command =>
      command === 'T00' ? error : command === 'R02' ? report() : 'busy',
    )
    assert.equal(found.result, 'approved', result)
  }
})

test('a partial approval says so and how much', async () => {
  const parts = { ...PARTS, host: { ...PARTS.host, code: '10' }, amounts: { approved: '100', due: '1134' } }
  const { outcome } = await sell(() => encodeResponse({ ...OK, result: '000002', parts }))
  assert.ok(outcome.result === 'approved')
  assert.deepEqual([outcome.reason_code_id, outcome.auth_amount], [1201, 100n])
})

test('whatever a device answers, nothing is thrown, nothing is sent twice, and only its own approval is one', async () => {
  const random = chance('answers of a device')
  const whole = encodeResponse({ ...OK, parts: PARTS })
  const ends = new Set<string>()
  for (let round = 0; round < 2000; round += 1) {
    const said = mutated(whole, random)
    const { outcome, carried } = await sell(command =>
      command === 'T00' ? said : command === 'R02' ? notFound : command === 'A16' ? reset : 'busy',
    )
    ends.add(outcome.result)
    assert.equal(sales(carried), 1)
    if (outcome.result === 'approved') {
      const fields = said.toString('utf8', 1, said.length - 2).split('\u001c')
      assert.equal(fields[1], 'T01')
      assert.match(fields[3]!, /^00000[0-3]$/)
    }
  }
  assert.deepEqual([...ends].toSorted(), ['approved', 'declined', 'failed', 'unknown'])
})

/** An answer with some bytes changed, cut out or doubled, and a checksum that is right again. */
function mutated(whole: Buffer, random: ReturnType<typeof chance>): Buffer {
  let body = Buffer.from(whole.subarray(1, -2))
  for (let times = random.below(4); times >= 0; times -= 1) {
    const at = random.below(body.length)
    const what = random.below(5)
    if (what === 0) body[at] = random.pick([0x1c, 0x1f, 0x30, 0x31, 0x41, 0xff])
    if (what === 1) body = Buffer.concat([body.subarray(0, at), body.subarray(at + 1 + random.below(9))])
    if (what === 2) body = Buffer.concat([body.subarray(0, at), random.bytes(3), body.subarray(at)])
    if (what === 3) body = Buffer.from(body.toString('latin1').replace('000000', random.pick(RESULTS)), 'latin1')
    if (body.length < 2) body = Buffer.from('0\u001cT01')
  }
  const closed = Buffer.concat([body, Buffer.of(3)])
  return Buffer.concat([Buffer.of(2), closed, Buffer.of(checksum(closed))])
}

const RESULTS = ['000001', '000100', '100001', '100002', '100003', '200000', 'OK', '']

test('the number a device knows an order by is of fifteen digits, none the same in a hundred thousand', () => {
  const seen = new Set(Array.from({ length: 100_000 }, (_, number) => ecrRef(`order ${number}`)))
  assert.equal(seen.size, 100_000)
  assert.match([...seen].slice(0, 1000).join(' '), /^([1-9]\d{14} ?)+$/)
})

test('an answer that is no frame at all is lost', async () => {
  const { outcome } = await sell(command => (command === 'T00' ? encodeFrame(['hello']) : 'unreachable'))
  assert.equal(outcome.result, 'unknown')
})

test('G75 an approval that names no request is not taken for ours: the device is queried', async () => {
  const nameless = encodeResponse({ ...OK, parts: { ...PARTS, amounts: { approved: '999900' }, trace: {} } })
  const own = await sell(command => (command === 'T00' ? nameless : command === 'R02' ? report() : 'busy'))
  assert.ok(own.outcome.result === 'approved')
  assert.equal(own.outcome.auth_amount, 1234n)
  const none = await sell(command => (command === 'T00' ? nameless : command === 'R02' ? notFound : reset))
  assert.equal(none.outcome.result, 'unknown', 'the card may have been charged')
})

test('G75 a device that hands out its signature without end does not keep the payment from being stored', async () => {
  const signed = encodeResponse({ ...OK, parts: { ...PARTS, ext: { SIGNSTATUS: '1' } } })
  for (const total of ['9999999', 'x']) {
    const piece = encodeResponse({ command: 'A09', result: '000000', message: 'OK', parts: { total, data: '1' } })
    const { outcome, carried } = await sell(command => (command === 'T00' ? signed : piece))
    assert.ok(outcome.result === 'approved' && outcome.signature_png_base64 === null)
    assert.ok(carried.length < 100, `${carried.length} commands`)
  }
})

test('G75 strokes all over the paper are no signature: drawing them would hold up every request', () => {
  const scribble = (points: number) =>
    `${Array.from({ length: points }, (_, index) => (index % 2 ? '9999,9999' : '0,0')).join('^')}^~`
  assert.equal(imageOf(scribble(19_990)), null)
  assert.notEqual(imageOf(scribble(100)), null)
})
