import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, test } from 'node:test'
import ssh2 from 'ssh2'
import { UnreadableFile } from '../../src/ports/incoming-files.ts'
import type { Processor, ReturnedRequest, SettledRequest } from '../../src/ports/processor.ts'
import type { Booked } from '../hosts/worldpay-cnp/book.ts'
import { MERCHANT } from '../hosts/worldpay-cnp/index.ts'
import {
  ECHECK_RETURNS,
  layDown,
  NET_SETTLED_SALES,
  reportText,
  returnedRow,
  returnsName,
  settledName,
  settledRow,
} from '../hosts/worldpay-cnp/reports.ts'
import { sftpServer } from '../support/sftp-server.ts'
import { worldpayRoom } from './worldpay-cnp.fixture.ts'

/** The Scheduled Secure Reports of Worldpay, read strictly: what a line says, and what is refused. */
const room = await worldpayRoom()
const folders: string[] = []
after(async () => {
  await room.close()
  for (const each of folders) rmSync(each, { recursive: true })
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-reports-'))
  folders.push(folder)
})

const DAY = Temporal.PlainDate.from('2026-11-20')
const { merchant_id } = MERCHANT
const REFERENCE = '019a0000000abcdef0123456'

function booked(over: Partial<Booked> = {}): Booked {
  const about = { id: REFERENCE, cnp_txn_id: '82900000000000001', element: 'sale', code: '000', amount: 12_345n }
  return {
    ...about,
    used: 0n,
    is_voided: false,
    is_settled: false,
    type: null,
    booked_ts: 0,
    on: null,
    said: {},
    ...over,
  }
}
const row = (over: Record<string, string> = {}, of: Partial<Booked> = {}): Record<string, string> => ({
  ...settledRow(booked(of), { merchant_id, day: DAY }),
  ...over,
})
const back = (over: Record<string, string> = {}): Record<string, string> => ({
  ...returnedRow(booked({ element: 'echeckSale' }), { merchant_id, day: DAY, reason: 'R01' }),
  ...over,
})
const sales = (...rows: Record<string, string>[]): string => reportText(NET_SETTLED_SALES, rows)
const returns = (...rows: Record<string, string>[]): string => reportText(ECHECK_RETURNS, rows)
const reader = (over: Record<string, string> = {}): Processor => room.with({ reports: `file://${folder}`, ...over })

async function settled(processor = reader(), since = 0): Promise<SettledRequest[]> {
  const all: SettledRequest[] = []
  for await (const some of processor.settled!(since, 0)) all.push(...some)
  return all
}
async function returned(processor = reader(), since = 0): Promise<ReturnedRequest[]> {
  const all: ReturnedRequest[] = []
  for await (const some of processor.returned!(since, 0)) all.push(...some)
  return all
}
const lay = (name: string, text: string): void => layDown(folder, name, text, 1_763_700_000)
const noon = (day: Temporal.PlainDate): number =>
  day.toZonedDateTime({ timeZone: 'America/New_York', plainTime: '12:00' }).epochMilliseconds / 1000

test('without a folder of reports Worldpay tells neither settlements nor returns', () => {
  const { settled, returned } = room.processor
  assert.deepEqual([settled, returned], [undefined, undefined])
})

describe('net settled sales by transaction', () => {
  test('a deposit has amount, day, batch, interchange to the cent and its transfer; a refund is negative', async () => {
    const credit = { element: 'credit', id: REFERENCE.replace('0', '1'), cnp_txn_id: '82900000000000002', amount: 500n }
    lay(settledName(DAY), sales(row(), row({}, credit)))
    const said = { settled_ts: noon(DAY), batch: '720261120', funding_reference: `${merchant_id} 2026-11-20` }
    assert.deepEqual(await settled(), [
      { reference: REFERENCE, processor_reference: '82900000000000001', amount: 12_345n, fee: 232n, ...said },
      { reference: credit.id, processor_reference: credit.cnp_txn_id, amount: -500n, fee: 19n, ...said },
    ])
  })
  test('a refund that is negative already stays so; a debit has no interchange', async () => {
    lay(settledName(DAY), sales(row({ 'Settlement Amt': '-5.00', 'Txn Type': 'Refund' }, { element: 'echeckCredit' })))
    const [line] = await settled()
    assert.deepEqual([line?.amount, line?.fee], [-500n, null])
  })
  test('columns are found by their headings: in another order, with others between, under earlier names', async () => {
    const columns = [...NET_SETTLED_SALES].toReversed().map(each => each.replace('Vantiv', 'Litle').toUpperCase())
    const renamed = Object.fromEntries(
      Object.entries(row()).map(([name, cell]) => [name.replace('Vantiv', 'Litle').toUpperCase(), cell]),
    )
    lay(settledName(DAY), reportText(['More', ...columns], [{ ...renamed, More: 'a, b "c"\r\nd' }]))
    assert.equal((await settled())[0]?.amount, 12_345n)
  })
  test('lines of other merchant ids of the organization are left to their own accounts', async () => {
    lay(settledName(DAY), sales(row({ 'Merchant ID': '99', 'Settlement Currency': 'CAD' }), row()))
    assert.equal((await settled()).length, 1)
  })
  test('a transaction that was made past the gateway has no reference of ours', async () => {
    lay(settledName(DAY), sales(row({ 'Merchant Transaction ID': 'web-17' })))
    assert.equal((await settled())[0]?.reference, null)
  })
  test('other reports in the folder are left alone, also the one by activity date', async () => {
    for (const name of ['Financial_Detail_NssByTxnByActivityDate0_4711_20261120.CSV', 'notes.txt'])
      lay(name, 'anything')
    assert.deepEqual(await settled(), [])
  })
  test('files count from when they came, not from their day; one that was there before is not read again', async () => {
    const early = settledName(DAY.subtract({ days: 90 }))
    lay(early, sales(row()))
    const came = Math.floor(Date.now() / 1000)
    assert.equal((await settled(reader(), came - 60)).length, 1)
    assert.equal((await settled(reader(), came + 60)).length, 0)
  })
  test('a file that is being written is not read before it has its name', async () => {
    writeFileSync(join(folder, `${settledName(DAY)}.part`), sales(row()))
    assert.deepEqual(await settled(), [])
    renameSync(join(folder, `${settledName(DAY)}.part`), join(folder, settledName(DAY)))
    assert.equal((await settled()).length, 1)
  })
})

describe('what cannot be read is refused by one plain line, after all other files', () => {
  const without = (column: string): string =>
    reportText(
      NET_SETTLED_SALES.filter(each => each !== column),
      [row()],
    )
  const whole = sales(row(), row({}, { cnp_txn_id: '82900000000000003' }))
  const BAD: Record<string, [text: string, says: RegExp]> = {
    'an empty file': ['', /is empty\.$/],
    'a missing column': [without('Batch ID'), /has no column Batch ID\.$/],
    'no payment id under any name': [without('Vantiv Payment ID'), /has no column Worldpay Payment ID\.$/],
    'a column twice': [reportText([...NET_SETTLED_SALES, 'batch id'], [row()]), /has a column twice\.$/],
    'cut off in a line': [whole.slice(0, -30), /is not whole: its end is cut off\.$/],
    'cut off, and a line end after it': [`${whole.slice(0, -30)}\r\n`, /line 3 has not as many cells/],
    'an amount with three places': [
      sales(row({ 'Settlement Amt': '1.234' })),
      /line 2: Settlement Amt is no amount\.$/,
    ],
    'a negative deposit': [sales(row({ 'Settlement Amt': '-1.00' })), /Settlement Amt of a deposit is negative\.$/],
    'an unknown kind': [sales(row({ 'Txn Type': 'Adjustment' })), /Txn Type is of no kind that is known\.$/],
    'a day that is none': [
      sales(row({ 'Settlement Date': '02/30/2026' })),
      /Settlement Date is no date MM\/dd\/yyyy\.$/,
    ],
    'another currency': [sales(row({ 'Settlement Currency': 'CAD' })), /Settlement Currency is not USD\.$/],
    'an id that is none': [sales(row({ 'Vantiv Payment ID': 'x7' })), /Worldpay Payment ID is no number\.$/],
    'an interchange that is none': [
      sales(row({ 'Approximate Interchange Fee Amount': 'n/a' })),
      /Approximate Interchange Fee Amount is no amount\.$/,
    ],
    'a quote in a cell': [sales(row()).replace('Approved', 'App"roved'), /has quotes where none can be\.$/],
    'not a report at all': ['<html>Service Unavailable</html>\n', /has no column/],
  }
  for (const [what, [text, says]] of Object.entries(BAD))
    test(what, async () => {
      lay(settledName(DAY), text)
      const later = settledName(DAY.add({ days: 1 }))
      layDown(folder, later, sales(row({}, { cnp_txn_id: '82900000000000009' })), 1_763_800_000)
      const read: SettledRequest[] = []
      const reading = (async () => {
        for await (const some of reader().settled!(0, 0)) read.push(...some)
      })()
      await assert.rejects(reading, (error: Error) => {
        assert.ok(error instanceof UnreadableFile)
        assert.match(error.message, says)
        assert.match(error.message, /^Report Financial_Detail_NssByTxnBySettlementDate0USD_4711_20261120\.CSV/)
        return true
      })
      assert.deepEqual(
        read.map(each => each.processor_reference),
        ['82900000000000009'],
      )
    })
})

describe('echeck returns', () => {
  test('a return has code, amount and day', async () => {
    lay(returnsName(DAY), returns(back(), back({ 'Reason Code': 'r10', 'Chargeback Amt': '-123.45' })))
    const said = { reference: REFERENCE, processor_reference: '82900000000000001', amount: 12_345n }
    assert.deepEqual(await returned(), [
      { ...said, code: 'R01', returned_ts: noon(DAY) },
      { ...said, code: 'R10', returned_ts: noon(DAY) },
    ])
  })
  test('a code that is none and a missing column are refused', async () => {
    lay(returnsName(DAY), returns(back({ 'Reason Code': 'NSF' })))
    await assert.rejects(returned(), /ECheckReturnReport.*line 2: Reason Code is no return code\.$/)
    lay(returnsName(DAY), reportText(['Case ID', 'Worldpay Payment ID'], [{}]))
    await assert.rejects(returned(), /has no column Merchant ID\.$/)
  })
})

describe('where reports lie', () => {
  const PASSWORD = 'not-a-real-sftp-password'
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const opened = async (public_key?: string) => {
    const server = await sftpServer(folder, { user: 'wp', password: PASSWORD, ...(public_key ? { public_key } : {}) })
    after(() => server.close())
    return { reports: `sftp://wp@127.0.0.1:${server.port}/`, reports_host_key: server.host_key }
  }

  test('SFTP by password: read where they lie, and left there', async () => {
    const at = await opened()
    lay(settledName(DAY), sales(row()))
    const processor = room.with({ ...at, reports_password: PASSWORD })
    await processor.check!()
    for (let time = 0; time < 2; time += 1) assert.equal((await settled(processor)).length, 1)
  })
  test('SFTP by key', async () => {
    const key = ssh2.utils.parseKey(privateKey)
    assert.ok(!(key instanceof Error))
    const at = await opened(`ssh-rsa ${key.getPublicSSH().toString('base64')}`)
    lay(settledName(DAY), sales(row()))
    assert.equal((await settled(room.with({ ...at, reports_key: privateKey }))).length, 1)
  })
  test('a wrong password, another server and a folder that is not there are one plain line at check', async () => {
    const at = await opened()
    const bad = [
      room.with({ ...at, reports_password: 'planted-wrong-31' }),
      room.with({ ...at, reports_password: PASSWORD, reports_host_key: `SHA256:${'A'.repeat(43)}` }),
      room.with({ reports: at.reports, reports_password: PASSWORD }),
      room.with({ reports: `file://${folder}/nothing` }),
    ]
    for (const processor of bad)
      await assert.rejects(processor.check!(), (error: Error) => {
        assert.match(error.message, /^The reports of Worldpay cannot be read: [^\n]+$/)
        for (const secret of ['planted-wrong-31', PASSWORD]) assert.ok(!error.message.includes(secret))
        return true
      })
  })
})
