import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksum, decodeFrame } from './frame.ts'
import { decodeRequest, decodeResponse, encodeRequest } from './wire.ts'

const CODES: Readonly<Record<string, string>> = { STX: '\u0002', ETX: '\u0003', FS: '\u001c', US: '\u001f' }

/** A frame as it is written on paper, `[STX]A00[FS]…[ETX]`, with its checksum. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll(/\[([A-Z]+)\]/g, (_all, name: string) => CODES[name]!))
  return Buffer.concat([bytes, Buffer.of(checksum(bytes.subarray(1)))])
}

const ADDRESS = { zip: '95124', street: '1 Heartland Way' }
const again = { allow_duplicate: '1' }
const keyed = { number: '4005554444444460', exp_date: '1217', cvv: '123', ...again }

/** Frames that public kits for tills send and check in their own tests. */
const PUBLISHED = [
  ['[STX]A00[FS]1.35[FS][ETX]', encodeRequest('A00', {})],
  ['[STX]A14[FS]1.35[FS][ETX]', encodeRequest('A14', {})],
  ['[STX]A16[FS]1.35[FS][ETX]', encodeRequest('A16', {})],
  ['[STX]A08[FS]1.35[FS]0[FS][ETX]', encodeRequest('A08', { offset: '0' })],
  [
    '[STX]T00[FS]1.35[FS]01[FS]1000[FS][US][US][US][US][US]1[FS]1[FS][FS][FS][FS][FS][ETX]',
    encodeRequest('T00', { type: '01', amount: { amount: '1000' }, account: again, trace: { ecr_ref: '1' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]01[FS]1100[FS]4005554444444460[US]1217[US]123[US][US][US]1[FS]1[FS]95124[US]1 Heartland Way[FS][FS][FS][FS][ETX]',
    encodeRequest('T00', {
      type: '01',
      amount: { amount: '1100' },
      account: keyed,
      trace: { ecr_ref: '1' },
      avs: ADDRESS,
    }),
  ],
  [
    '[STX]T00[FS]1.35[FS]01[FS]1600[FS]4005554444444460[US]1217[US]123[US][US][US]1[FS]1[FS]95124[US]1 Heartland Way[FS][FS][FS][FS]TOKENREQUEST=1[ETX]',
    encodeRequest('T00', {
      type: '01',
      amount: { amount: '1600' },
      account: keyed,
      trace: { ecr_ref: '1' },
      avs: ADDRESS,
      ext: { TOKENREQUEST: '1' },
    }),
  ],
  [
    '[STX]T00[FS]1.35[FS]03[FS]1200[FS][US][US][US][US][US]1[FS]1[FS][FS][FS][FS][FS][ETX]',
    encodeRequest('T00', { type: '03', amount: { amount: '1200' }, account: again, trace: { ecr_ref: '1' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]04[FS]1200[FS][FS]2[FS][FS][FS][FS][FS]HREF=123[ETX]',
    encodeRequest('T00', { type: '04', amount: { amount: '1200' }, trace: { ecr_ref: '2' }, ext: { HREF: '123' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]02[FS]1400[FS][FS]2[FS][FS][FS][FS][FS]TOKEN=GLl8b708JHBbLdMfHf6H4460[ETX]',
    encodeRequest('T00', {
      type: '02',
      amount: { amount: '1400' },
      trace: { ecr_ref: '2' },
      ext: { TOKEN: 'GLl8b708JHBbLdMfHf6H4460' },
    }),
  ],
  [
    '[STX]T00[FS]1.35[FS]16[FS][FS][FS]2[FS][FS][FS][FS][FS]HREF=123[ETX]',
    encodeRequest('T00', { type: '16', trace: { ecr_ref: '2' }, ext: { HREF: '123' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]24[FS][FS][FS]1[FS][FS][FS][FS][FS][ETX]',
    encodeRequest('T00', { type: '24', trace: { ecr_ref: '1' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]32[FS][FS][FS]1[FS][FS][FS][FS][FS][ETX]',
    encodeRequest('T00', { type: '32', trace: { ecr_ref: '1' } }),
  ],
  [
    '[STX]T00[FS]1.35[FS]01[FS]1100[US][US][US][US]122[FS][FS]1[FS][FS][FS]123456789[US]8675309[US]1[US]987654321[FS][FS][ETX]',
    encodeRequest('T00', {
      type: '01',
      amount: { amount: '1100', tax: '122' },
      trace: { ecr_ref: '1' },
      commercial: { po_number: '123456789', customer_code: '8675309', tax_exempt: '1', tax_exempt_id: '987654321' },
    }),
  ],
  [
    '[STX]T02[FS]1.35[FS]01[FS]1000[FS][US][US][US][US][US]1[FS]5[FS][FS][ETX]',
    encodeRequest('T02', { type: '01', amount: { amount: '1000' }, account: again, trace: { ecr_ref: '5' } }),
  ],
  [
    '[STX]T02[FS]1.35[FS]02[FS]1000[FS][FS]6[FS][FS][ETX]',
    encodeRequest('T02', { type: '02', amount: { amount: '1000' }, trace: { ecr_ref: '6' } }),
  ],
] as const

for (const [text, frame] of PUBLISHED) {
  test(`the published frame ${text} is sent byte for byte, and read back`, () => {
    assert.equal(frame.toString('hex'), literal(text).toString('hex'))
    const read = decodeRequest(frame)
    assert.ok(read && 'command' in read)
    assert.deepEqual(encodeRequest(read.command, read.parts), frame)
  })
}

test('published checksums: a cancel ends with ^, an initialise with [ or, of version 1.28, with K', () => {
  assert.equal(encodeRequest('A14', {}).toString('latin1').at(-1), '^')
  assert.equal(encodeRequest('A00', {}).toString('latin1').at(-1), '[')
  const old = Buffer.from('AkEwMBwxLjI4A0s=', 'base64')
  assert.deepEqual(decodeFrame(old), ['A00', '1.28'])
  assert.deepEqual(decodeRequest(old), { command: 'A00', version: '1.28', parts: {} })
})

test('a published question for one order, as a till of version 1.45 asks it in an address', () => {
  const asked = decodeRequest(Buffer.from('AlIwMhwxLjQ1HDAwHBwcHBwcNzc2HANn', 'base64'))
  assert.ok(asked && 'command' in asked && asked.command === 'R02')
  assert.equal(asked.version, '1.45')
  assert.deepEqual(asked.parts, {
    edc_type: '00',
    type: '',
    card_type: '',
    record_no: '',
    terminal_ref: '',
    auth_code: '',
    ecr_ref: '776',
    ext: {},
  })
  const ours = encodeRequest('R02', { edc_type: '00', ecr_ref: '776' })
  assert.equal(
    ours.toString('hex'),
    literal('[STX]R02[FS]1.35[FS]00[FS][FS][FS][FS][FS][FS]776[FS][ETX]').toString('hex'),
  )
})

test('a line of a report as a device sent it, with eight amounts and four marks to trace it by', () => {
  const sent = literal(
    [
      '[STX]0[FS]R03[FS]1.40[FS]000000[FS]OK[FS]1[FS]0[FS]0[US]DEMO APPROVED[US]000000[US]88888888[US][US][US]',
      '[FS]01[FS]01[FS][FS]4500[US]0[US]0[US]0[US]0[US]0[US]12048[US]2022',
      '[FS]1034[US]4[US]0823[US][US][US][US]03[US]EXAMPLE/PAT               [US][US][US]0',
      '[FS]2[US]776[US]20210412043119[US]776[FS][US][FS][FS]',
      '[FS]CARDBIN=372727[US]TC=FEDD2F8578265FEE[US]TVR=0000008000[US]AID=A000000025010801[US]TSI=E800[US]APPLAB=AMERICAN EXPRESS[US]CVM=6[ETX]',
    ].join(''),
  )
  const answer = decodeResponse('R03', sent)
  assert.ok(answer)
  const { parts } = answer
  assert.deepEqual([answer.result, answer.message, parts.total, parts.type], ['000000', 'OK', '1', '01'])
  assert.deepEqual(parts.host, { code: '0', message: 'DEMO APPROVED', auth_code: '000000', host_ref: '88888888' })
  assert.deepEqual([parts.amounts?.approved, parts.amounts?.balance], ['4500', '12048'])
  assert.deepEqual([parts.card?.number, parts.card?.entry_mode, parts.card?.card_type], ['1034', '4', '03'])
  assert.deepEqual(parts.trace, { transaction_no: '2', ecr_ref: '776', timestamp: '20210412043119', invoice: '776' })
  assert.equal(parts.ext?.CARDBIN, '372727')
  assert.equal(parts.ext?.APPLAB, 'AMERICAN EXPRESS')
})
