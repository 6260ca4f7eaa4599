import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Fault } from '../../sandbox/device/faults.ts'
import { httpLine } from '../../src/adapters/terminals/pax/http-line.ts'
import type { TerminalOutcome, TerminalResponse, Terms } from '../../src/ports/terminal.ts'
import { readPng } from '../support/read-png.ts'
import { terminalRoom } from '../support/terminal-room.ts'
import { newDevice, testTerminal } from '../support/test-terminal.ts'

const room = await terminalRoom()
after(() => room.close())
const { devices } = room
const counter = testTerminal(devices, newDevice({ tip_enable: true }))
const { terminal, device, order, book, fault } = counter

let count = 0
const reference = () => {
  count += 1
  return `order-${count}`
}

function approvedOf(outcome: TerminalOutcome | { result: string }): TerminalResponse {
  assert.equal(
    outcome.result,
    'approved',
    JSON.stringify(outcome, (_key, value) => String(value)),
  )
  return outcome as TerminalResponse
}

for (const [amount, entry_mode_id, account_type, cvm, is_debit, signed] of [
  [711n, 'S', 'visa', null, true, false],
  [712n, 'S', 'visa', null, false, true],
  [713n, 'S', 'visa', null, false, false],
  [714n, 'C', 'visa', 'No CVM', false, false],
  [715n, 'C', 'visa', 'Signature', false, true],
  [716n, 'C', 'visa', 'Pin Verified', false, false],
  [717n, 'C', 'visa', 'Pin Verified', true, false],
  [718n, 'P', 'visa', 'No CVM', false, false],
  [719n, 'P', 'visa', 'Signature', false, true],
  [720n, 'P', 'visa', 'Pin Verified', false, false],
  [721n, 'P', 'visa', 'Pin Verified', true, false],
  [750n, 'K', 'visa', null, false, false],
  [751n, 'K', 'mc', null, false, false],
  [752n, 'K', 'amex', null, false, false],
  [753n, 'K', 'disc', null, false, false],
  [754n, 'S', 'visa', null, false, false],
  [755n, 'S', 'mc', null, false, false],
  [756n, 'S', 'amex', null, false, false],
  [757n, 'S', 'disc', null, false, false],
  [775n, 'C', 'visa', 'Signature', false, false],
  [776n, 'C', 'visa', 'Signature', false, false],
  [1234n, 'C', 'visa', 'No CVM', false, false],
] as const) {
  test(`RT-35 RT-36 RT-42 ${amount} cents: ${entry_mode_id} ${account_type} ${cvm ?? 'no chip'}`, async () => {
    const outcome = approvedOf(await order(amount, { ask_signature: true }))
    const { card, emv_receipt_data } = outcome
    assert.deepEqual([outcome.reason_code_id, outcome.auth_amount], [1000, amount])
    assert.match(outcome.auth_code ?? '', /^[0-9a-f]{6}$/)
    assert.deepEqual([card?.entry_mode_id, card?.account_type, card?.is_debit], [entry_mode_id, account_type, is_debit])
    assert.match(`${card?.first_six} ${card?.last_four}`, /^\d{6} \d{4}$/)
    assert.equal(emv_receipt_data?.CVM ?? null, cvm)
    if (cvm) assert.deepEqual(Object.keys(emv_receipt_data!).toSorted(), EMV)
    else assert.equal(emv_receipt_data, null)
    assert.equal(outcome.signature_png_base64 !== null, signed)
  })
}

const EMV = ['AID', 'APPLAB', 'APPN', 'ATC', 'CVM', 'TC', 'TSI', 'TVR']

test('RT-42 the chip of the published sample tells what is published', async () => {
  const { emv_receipt_data } = approvedOf(await order(717n))
  const { TC, ATC, ...rest } = emv_receipt_data!
  assert.match(`${TC} ${ATC}`, /^[0-9A-F]{16} [0-9A-F]{4}$/)
  assert.deepEqual(rest, {
    TVR: '0800008000',
    AID: 'a0000000042203',
    TSI: 'e800',
    APPLAB: 'US Maestro',
    APPN: 'US Maestro',
    CVM: 'Pin Verified',
  })
})

for (const [amount, why, text] of [
  [501n, 'refused', 'CONNECT ERROR'],
  [531n, 'timeout', 'TIMEOUT'],
  [599n, 'cancelled', 'ABORTED'],
  [770n, 'timeout', 'Transaction Timeout'],
  [771n, 'timeout', 'Overall Request Timeout'],
  [772n, 'timeout', 'Card Entry Timeout'],
  [773n, 'timeout', 'Pin Entry Timeout'],
  [805n, 'timeout', 'TIMEOUT'],
] as const) {
  test(`RT-42 ${amount} cents fail with ${text}, and the processor never hears of it`, async () => {
    const mine = reference()
    assert.deepEqual(await order(amount, { reference: mine }), { result: 'failed', why, text })
    assert.deepEqual(await room.ledger(mine), [])
  })
}

test('RT-42 the declining amounts of the processor decline here too, with their reason', async () => {
  for (const [amount, reason_code_id, verbiage] of [
    [500n, 1500, 'DENY'],
    [510n, 1510, 'CALL'],
    [602n, 1602, 'CALL'],
    [615n, 1615, 'DO NOT HONOR'],
    [616n, 1616, 'INSUFFICIENT_FUNDS'],
    [622n, 1622, 'CARD_EXPIRED'],
    [631n, 1631, 'ACCOUNT_CLOSED'],
  ] as const) {
    const outcome = await order(amount)
    assert.ok(outcome.result === 'declined')
    assert.deepEqual([outcome.reason_code_id, outcome.verbiage, outcome.auth_code], [reason_code_id, verbiage, null])
    assert.equal(outcome.card?.entry_mode_id, 'C')
  }
})

test('every kind of order reaches the processor as what it is, under our reference', async () => {
  for (const action of ['sale', 'authonly', 'refund', 'avsonly'] as const) {
    const mine = reference()
    const amount = action === 'avsonly' ? 0n : 2000n
    approvedOf(await order(amount, { reference: mine, action, billing: { street: '5800 NW 39th AVE', zip: '32606' } }))
    assert.deepEqual(
      (await room.ledger(mine)).map(each => [each.action, each.amount, each.result]),
      [[action, action === 'avsonly' ? '0.00' : '20.00', 'approved']],
    )
  }
  const forced = approvedOf(await order(2000n, { action: 'force', auth_code: 'VOICE1' }))
  assert.deepEqual([forced.auth_code, forced.reason_code_id], ['VOICE1', 1002])
  const checked = approvedOf(await order(2000n, { billing: { street: '5800 NW 39th AVE', zip: '99999' } }))
  assert.deepEqual([checked.avs, checked.avs_enhanced], ['ZIP', 'A'])
})

test('tip and tax are parts of the amount, and the processor is asked for all of it', async () => {
  const mine = reference()
  const outcome = approvedOf(await order(2300n, { reference: mine, tip: 300n, tax: 122n }))
  assert.deepEqual([outcome.auth_amount, outcome.tip], [2300n, 300n])
  assert.equal((await room.ledger(mine))[0]?.amount, '23.00')
  const written = (await book()).find(each => each.reference === mine)
  assert.deepEqual([written?.amount, written?.tip, written?.tax], [2300, 300, 122])
})

test('capture, tip, void and refund act on the order that they name', async () => {
  const held = approvedOf(await order(5000n, { action: 'authonly' }))
  const captured = approvedOf(await order(4000n, { action: 'authcomplete', original: held }))
  assert.deepEqual([captured.reason_code_id, captured.auth_amount], [1001, 4000n])
  const tipped = approvedOf(await order(4600n, { action: 'tipadjust', tip: 600n, original: held }))
  assert.equal(tipped.auth_amount, 4600n)
  const back = approvedOf(await order(1000n, { action: 'refund', original: held }))
  assert.equal(back.auth_amount, 1000n)

  const sold = approvedOf(await order(700n))
  assert.equal(approvedOf(await order(0n, { action: 'void', original: sold })).auth_amount, 700n)
  const again = await order(0n, { action: 'void', original: sold })
  assert.deepEqual([again.result, 'reason_code_id' in again && again.reason_code_id], ['declined', 1609])
  const by_number = { host_reference: null, device_reference: approvedOf(await order(1100n)).device_reference }
  approvedOf(await order(0n, { action: 'void', original: by_number }))
  const stranger = { host_reference: 'NOBODY', device_reference: null }
  assert.deepEqual(await order(0n, { action: 'void', original: stranger }), {
    result: 'failed',
    why: 'refused',
    text: 'NOT FOUND',
  })
})

test('a card is stored as a token, and nobody is charged', async () => {
  const stored = await terminal.store!({ reference: reference() }, device)
  assert.ok(stored.result === 'approved')
  assert.ok('token' in stored && stored.token.length > 20)
  assert.deepEqual([stored.card?.first_six, stored.card?.last_four, stored.card?.exp_date], ['411111', '1111', '1230'])
  const asked = approvedOf(await order(3000n, { ask_token: true }))
  assert.notEqual(asked.token, null)
  assert.equal(approvedOf(await order(3000n)).token, null)
})

test('a batch is closed with what was taken since the last one', async () => {
  const mine = testTerminal(devices, newDevice({ serial_number: 'B1' }))
  const close = () => mine.terminal.closeBatch!({ reference: reference() }, mine.device)
  const empty = await close()
  assert.ok(empty.result === 'approved')
  assert.deepEqual([empty.amount, empty.count], [0n, 0])
  await mine.order(1000n)
  await mine.order(500n)
  const sold = approvedOf(await mine.order(2500n))
  await mine.order(0n, { action: 'void', original: sold })
  await mine.order(300n, { action: 'refund' })
  await mine.order(9900n, { action: 'authonly' })
  const closed = await close()
  assert.ok(closed.result === 'approved')
  assert.deepEqual(
    [closed.amount, closed.count],
    [700n, 2],
    'a decline, a void and an open authorisation are not in it',
  )
})

const TERMS: Terms = { text: 'I water the plants.\nTwice a week.', require_signature: true, wait_seconds: 30 }

test('DT-10 DT-11 terms are accepted and signed; DECLINE declines them, TIMEOUT gets no answer', async () => {
  const signed = await terminal.prompt(TERMS, device)
  assert.equal(signed.reason_code_id, 1000)
  const { width, height, dots } = readPng(Buffer.from(signed.signature_png_base64!, 'base64'))
  const ink = dots.filter(dot => dot < 0x80).length
  assert.ok(ink > 300 && ink < (width * height) / 2, `${ink} dots of ink`)
  assert.deepEqual(await terminal.prompt({ ...TERMS, require_signature: false }, device), {
    reason_code_id: 1000,
    signature_png_base64: null,
  })
  for (const [word, reason_code_id] of [
    ['DECLINE', 1500],
    ['TIMEOUT', 1531],
  ] as const) {
    const answer = await terminal.prompt({ ...TERMS, text: `Please ${word} this.` }, device)
    assert.deepEqual(answer, { reason_code_id, signature_png_base64: null })
  }
})

test('a device asked by HTTP answers the same', async () => {
  const by_http = testTerminal(devices, device, httpLine({ target: each => devices.place(each) }))
  assert.equal(await by_http.terminal.isOnline(device), true)
  assert.equal(approvedOf(await by_http.order(1500n)).auth_amount, 1500n)
  assert.equal((await by_http.order(616n)).result, 'declined')
  const mine = reference()
  await by_http.fault('drop_after')
  approvedOf(await by_http.order(1600n, { reference: mine }))
  assert.equal((await room.ledger(mine)).length, 1)
})

/** What becomes of a sale when the device misbehaves: whether it took place. */
const CUTS: readonly [Fault, boolean][] = [
  ['drop_before', false],
  ['drop_taken', true],
  ['drop_after', true],
  ['garbage', true],
  ['bad_checksum', true],
  ['nak', true],
  ['die_before', false],
  ['die_after', true],
]

for (const [name, happens] of CUTS) {
  test(`a sale whose line or device fails by ${name} ends in the truth: ${happens ? 'charged once' : 'not charged'}`, async () => {
    const mine = reference()
    await fault(name)
    const outcome = await order(4200n, { reference: mine })
    assert.equal(
      outcome.result,
      happens ? 'approved' : 'failed',
      JSON.stringify(outcome, (_key, value) => String(value)),
    )
    const entries = (await room.ledger(mine)).map(each => `${each.amount} ${each.result}`)
    assert.deepEqual(entries, happens ? ['42.00 approved'] : [])
    const written = (await book()).filter(each => each.reference === mine)
    assert.deepEqual(
      written.map(each => each.state),
      happens ? ['approved'] : [],
    )
    const found = await terminal.find({ reference: mine, action: 'sale', amount: 4200n }, device, true)
    assert.equal(found.state, happens ? 'ended' : 'none')
    if (found.state === 'ended') assert.equal(found.outcome.auth_amount, 4200n)
  })
}

test('a device whose processor is gone authorises nothing', async () => {
  await room.stopProcessor()
  const mine = reference()
  assert.deepEqual(await order(4300n, { reference: mine }), { result: 'failed', why: 'refused', text: 'CONNECT ERROR' })
  assert.deepEqual(await room.ledger(mine), [])
  approvedOf(await order(4300n))
})

test('a device that nobody can reach: the till is told that nothing was authorised', async () => {
  const lost = testTerminal(devices, device, { send: (...given) => nowhere.send(...given) })
  assert.deepEqual(await lost.order(1000n), { result: 'failed', why: 'unreachable', text: 'CONNECT ERROR' })
  assert.equal(await lost.terminal.isOnline(device), false)
  await assert.rejects(lost.terminal.find({ reference: 'x', action: 'sale', amount: 1n }, device, false))
})

const nowhere = httpLine({ target: () => null })

test('what a device wrote down holds no card number, no PIN and no token', async () => {
  const text = await readFile(join(room.home, 'terminals', 'book.jsonl'), 'utf8')
  assert.ok(text.length > 1000)
  assert.doesNotMatch(text, /4111111111111111|5454545454545454|371449635398431|6011000995500000|4556773060150333|SIMT-/)
})
