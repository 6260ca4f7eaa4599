/** Files of the bank that are odd, and files that are wrong: what is applied, what waits, and who learns of it. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { BankEntry } from '../../sandbox/bank/bank-ledger.ts'
import { returnsFile } from '../../sandbox/bank/returned-files.ts'
import { bankFiles, checkBankFile } from '../../src/cli/bank-files.ts'
import { doctor } from '../../src/cli/doctor.ts'
import { LARGEST_FILE } from '../../src/ports/incoming-files.ts'
import { testApp } from '../support/app.ts'
import { debit, goTo, sendBack } from '../support/bank.ts'
import { operatorOf } from '../support/operator.ts'
import { transactionOf } from '../support/payments.ts'

const t = await testApp('ach_odd_files', { config: { notice_email: 'ops@example.com' } })
after(() => t.close())
const operator = operatorOf(t)
const incoming = join(t.home, 'bank', 'incoming')

/** A file of the bank before it is made odd: a line for each record, with the entries of both payments in one batch. */
interface Draft {
  lines: string[]
  /** Places of the entry records. */
  entries: [number, number]
}

/** Replaces what stands at a position, counted from 1 as in Nacha's rules. */
const put = (line: string, position: number, text: string) =>
  line.slice(0, position - 1) + text + line.slice(position - 1 + text.length)

const change = (lines: string[], index: number, position: number, text: string) => {
  lines[index] = put(lines[index]!, position, text)
}

interface Oddity {
  /** Makes a right file odd in its second entry, or as a whole. */
  make(draft: Draft): void
  /** Of the second entry: the code in the answer, or null where a person has to look. */
  second?: string | null
  encode?(text: string): Buffer
  over?: Partial<BankEntry>
  /** `check-bank-file` has nothing to say about it. */
  is_right?: boolean
}

const utf8 = (text: string) => Buffer.from(text, 'utf8')

const ODDITIES: Record<string, Oddity> = {
  'an unusual blank in a name': { make: ({ lines, entries }) => change(lines, entries[1], 60, '\u00A0') },
  'a broken bar in the addenda': { make: ({ lines, entries }) => change(lines, entries[1] + 1, 40, '¦') },
  'UTF-8, fields counted in characters': {
    make: ({ lines, entries }) => change(lines, entries[1], 56, 'É'),
    encode: utf8,
  },
  'UTF-8, fields counted in bytes': {
    make({ lines, entries: [, second] }) {
      const line = put(lines[second]!, 13, 'É')
      lines[second] = line.slice(0, 13) + line.slice(14)
    },
    encode: utf8,
  },
  'a byte order mark': { make: () => undefined, encode: text => utf8(`\uFEFF${text}`), is_right: true },
  'batch numbers out of order': {
    make({ lines }) {
      for (const [index, line] of lines.entries())
        if (/^[58]/.test(line)) change(lines, index, 88, line.endsWith('1') ? '0000002' : '0000001')
    },
    over: { description: 'OTHER' },
  },
  'trace numbers out of order': {
    make({ lines, entries: [first, second] }) {
      const [one, other] = [lines.slice(first, first + 2), lines.slice(second, second + 2)]
      lines.splice(first, 4, ...other, ...one)
    },
  },
  "another bank's trace prefix": {
    make({ lines, entries: [, second] }) {
      for (const index of [second, second + 1]) change(lines, index, 80, '09100001')
    },
  },
  'a wrong check digit': { make: ({ lines, entries }) => change(lines, entries[1], 12, '7') },
  'a return code that is not known': {
    make: ({ lines, entries }) => change(lines, entries[1] + 1, 4, 'R98'),
    second: 'R98',
  },
  'a transaction code that is not known': { make: ({ lines, entries }) => change(lines, entries[1], 2, '59') },
  'an original trace number with a letter': {
    make: ({ lines, entries }) => change(lines, entries[1] + 1, 20, 'O'),
    second: null,
  },
}

/** Writes a file of returns of two payments; `odd` changes it before it is laid down. */
async function layDown(name: string, ids: string[], odd: Oddity): Promise<void> {
  const traces = await t.db.query<{ trace: string; transaction_id: string }>(
    `select odfi_id || lpad(sequence::text, 7, '0') as trace, transaction_id from ach_entry where transaction_id = any($1)`,
    [ids],
  )
  const entries = ids.map((id, index) => {
    const { trace } = traces.find(({ transaction_id }) => transaction_id === id)!
    const entry = t.bank.book.entries().find(each => each.trace === trace)!
    return { ...entry, code: 'R01', ...(index === 1 ? odd.over : {}) }
  })
  const lines = returnsFile(entries, t.clock.seconds()).split('\n')
  const [first, second] = lines.flatMap((line, index) => (line.startsWith('6') ? [index] : []))
  odd.make({ lines, entries: [first!, second!] })
  writeFileSync(join(incoming, name), (odd.encode ?? (text => Buffer.from(text, 'latin1')))(lines.join('\n')))
}

/** Debits of two payments for each name, which have settled. */
async function settledPairs(day: string, later: string, names: readonly string[]): Promise<Map<string, string[]>> {
  await goTo(t, day)
  const pairs = new Map<string, string[]>()
  for (const [index, name] of names.entries()) {
    const sent = [0, 1].map(place => debit(t, { customer_id: `PAIR-${index}-${place}` }))
    pairs.set(name, (await Promise.all(sent)).map(({ id }) => id as string).toSorted())
  }
  await goTo(t, later)
  return pairs
}

const states = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async id => {
      const { status_id, verbiage } = await transactionOf(t, id)
      return status_id === 331 ? String(verbiage).slice(0, 3) : status_id
    }),
  )

test('G2 what is odd in texts, in order or in one entry keeps no return of the file from being applied', async () => {
  const pairs = await settledPairs('2027-03-01T10:00', '2027-03-03T10:00', Object.keys(ODDITIES))
  for (const [name, ids] of pairs) {
    const file = `${name.replaceAll(/\W/g, '-')}.ach`
    await layDown(file, ids, ODDITIES[name]!)
    const said: string[] = []
    const checked = checkBankFile([join(incoming, file)])({ print: line => said.push(line) }).catch(
      error => error.message,
    )
    if (ODDITIES[name]!.is_right) assert.match(`${await checked} ${said}`, /the file is right/, name)
    else assert.match(String(await checked), /from the bank, the gateway applies it$/, name)
    await t.settle()
    const { second = 'R01' } = ODDITIES[name]!
    assert.deepEqual(await states(ids), ['R01', second ?? 134], name)
    const listed = await t.db.query<{ state: string }>('select state from ach_item where file_name = $1 order by 1', [
      file,
    ])
    assert.deepEqual(
      listed.map(({ state }) => state),
      ['applied', second === null ? 'unmatched' : 'applied'],
      name,
    )
  }
  assert.deepEqual(readdirSync(join(incoming, 'aside')), [])
  assert.equal(
    readdirSync(join(incoming, 'done')).filter(name => name.endsWith('.ach') && !name.startsWith('ach-')).length,
    pairs.size,
  )
})

const R01 = ['R01', 'R01']

const WRONG: Record<string, [Oddity['make'], RegExp]> = {
  'total.ach': [
    ({ lines }) =>
      change(
        lines,
        lines.findIndex(line => line.startsWith('8')),
        21,
        '000000009999',
      ),
    /debit total of batch 1/,
  ],
  'count.ach': [
    ({ lines }) =>
      change(
        lines,
        lines.findIndex(line => line.startsWith('8')),
        5,
        '000003',
      ),
    /entry and addenda count/,
  ],
  'lost-entry.ach': [({ lines, entries }) => void lines.splice(entries[1], 2), /entry and addenda count/],
  'cut.ach': [({ lines, entries }) => void lines.splice(entries[1] + 2), /has no control/],
}

test('G2 a file with wrong sums or counts waits for a person: alert, mail, a line of bank-files and of doctor', async () => {
  const pairs = await settledPairs('2027-04-05T10:00', '2027-04-07T10:00', Object.keys(WRONG))
  for (const [name, ids] of pairs) {
    await layDown(name, ids, { make: WRONG[name]![0] })
    await t.settle()
    assert.deepEqual(await states(ids), [134, 134], name)
  }
  const alerts = await t.db.query<{ subject: string; says: string; root_id: string; notice_ts: number | null }>(
    `select subject, says, root_id, notice_ts from alert where matter = 'bank_file_set_aside' order by subject`,
  )
  assert.deepEqual(
    alerts.map(({ subject, root_id }) => [subject, root_id]),
    Object.keys(WRONG)
      .toSorted()
      .map(name => [name, '']),
  )
  const mails = await t.db.query<{ body: string }>(
    `select text as body from outbox_message where recipient = 'ops@example.com'`,
  )
  const listed = await operator.run(bankFiles([]))
  await operator.run(doctor([]) as never).catch(() => undefined)
  for (const [name, [, why]] of Object.entries(WRONG)) {
    assert.match(alerts.find(({ subject }) => subject === name)!.says, why)
    assert.ok(
      mails.some(({ body }) => JSON.stringify(body).includes(name)),
      `a mail names ${name}`,
    )
    const line = listed.split('\n').find(each => each.startsWith(`SET ASIDE ${name}`))
    assert.match(line ?? '', why)
    assert.ok(
      operator.printed.some(each => each.startsWith('BAD') && each.includes(name)),
      `doctor names ${name}`,
    )
    await assert.rejects(
      checkBankFile([join(incoming, 'aside', name)])({ print: () => undefined }),
      /sets this file aside/,
    )
  }
  // Corrected and laid down again, a file is applied and its line goes; another one is reviewed.
  const [[fixed, ids], [reviewed]] = [...pairs] as [[string, string[]], [string, string[]]]
  await layDown(fixed, ids, { make: () => undefined })
  await t.settle()
  assert.deepEqual(await states(ids), ['R01', 'R01'])
  const [, id] = /SET ASIDE count\.ach.*bank-files reviewed (\w+)/.exec(listed)!
  assert.equal(reviewed, 'count.ach')
  await operator.run(bankFiles(['reviewed', id!, 'sent', 'again', 'by', 'the', 'bank']))
  const rest = await operator.run(bankFiles([]))
  assert.deepEqual([...rest.matchAll(/SET ASIDE (\S+),/g)].map(([, name]) => name).toSorted(), [
    'cut.ach',
    'lost-entry.ach',
  ])
})

test('G77 where the bank gives every file one name, the next one neither replaces nor closes the one set aside', async () => {
  const pairs = [...(await settledPairs('2027-04-12T10:00', '2027-04-14T10:00', ['one', 'two', 'three'])).values()]
  const [first, second, third] = pairs as [string[], string[], string[]]
  await layDown('daily.ach', first, { make: () => undefined })
  await t.settle()
  await goTo(t, '2027-04-14T11:00')
  await layDown('daily.ach', second, { make: WRONG['total.ach']![0] })
  await t.settle()
  await layDown('daily.ach', third, { make: () => undefined })
  await t.settle()
  assert.deepEqual([await states(first), await states(second), await states(third)], [R01, [134, 134], R01])
  const [, id] = /SET ASIDE daily\.ach.*bank-files reviewed (\w+)/.exec(await operator.run(bankFiles([])))!
  assert.equal(readdirSync(join(incoming, 'done')).filter(name => name.startsWith('daily.ach')).length, 2)
  await layDown('daily.ach', second, { make: WRONG['count.ach']![0] })
  await t.settle()
  assert.equal(readdirSync(join(incoming, 'aside')).filter(name => name.startsWith('daily.ach')).length, 2)
  await operator.run(bankFiles(['reviewed', id!, 'sent again']))
})

test('G41 a file above the limit of bytes is set aside unread', async () => {
  const path = join(incoming, 'huge.ach')
  writeFileSync(path, '')
  truncateSync(path, LARGEST_FILE + 1)
  await t.settle()
  const listed = await operator.run(bankFiles([]))
  assert.match(listed, /SET ASIDE huge\.ach, .*: huge\.ach is larger than 64 MB/)
  await assert.rejects(
    checkBankFile([join(incoming, 'aside', 'huge.ach')])({ print: () => undefined }),
    /larger than 64 MB/,
  )
})

test('G3 a notice of change whose data cannot be read is an alert that names the account, and the data is kept sealed', async () => {
  const [[, [id]]] = [...(await settledPairs('2027-05-03T10:00', '2027-05-05T10:00', ['notice']))] as [
    [string, [string]],
  ]
  await sendBack(t, id, 'C01', {}, 'readable.ach')
  const path = join(incoming, 'done', 'readable.ach')
  const lines = readFileSync(path, 'latin1').split('\n')
  const place = lines.findIndex(line => line.startsWith('7'))
  change(lines, place, 4, 'C06')
  change(lines, place, 36, '12AB56 111       22          ')
  writeFileSync(join(incoming, 'unreadable.ach'), lines.join('\n'))
  await t.settle()
  const [alert] = await t.db.query<{ root_id: string; subject: string; says: string }>(
    `select root_id, subject, says from alert where matter = 'bank_change_unread'`,
  )
  assert.equal(alert?.root_id, t.merchants[0].location_id)
  assert.equal(alert.subject, id)
  assert.match(alert.says, new RegExp(`corrects the account of payment ${id}, with C06: .* cannot be read`))
  const listed = await operator.run(bankFiles([]))
  const [, item] = /LOOK AT C06 .*bank-files show (\w+)/.exec(listed)!
  const [row] = await t.db.query<{ sealed: string }>(
    'select corrected_data_sealed as sealed from ach_item where id = $1',
    [item],
  )
  assert.doesNotMatch(row!.sealed, /12AB56/)
  assert.match(await operator.run(bankFiles(['show', item!])), /^12AB56 111 {7}22$/)
  const [seen] = await t.db.query(`select 1 from event where noun = 'ach_item' and verb = 'revealed'`)
  assert.ok(seen, 'the trail says that an operator saw it')
  await operator.run(bankFiles(['reviewed', item!, 'asked the payer']))
  await assert.rejects(operator.run(bankFiles(['show', item!])), /no item/)
  assert.ok(!t.logged().includes('12AB56'))
})

test('G78 an answer that does not fit the database is set aside, and the next file is applied without waiting', async () => {
  const [ids] = [...(await settledPairs('2027-05-10T10:00', '2027-05-12T10:00', ['next'])).values()] as [string[]]
  writeFileSync(join(incoming, 'answer.json'), JSON.stringify({ file: 'x\u0000', status: 'accepted' }))
  await t.settle()
  assert.deepEqual(
    readdirSync(join(incoming, 'aside')).filter(name => name === 'answer.json'),
    ['answer.json'],
  )
  await layDown('next.ach', ids, { make: () => undefined })
  await t.settle()
  assert.deepEqual(await states(ids), R01)
})
