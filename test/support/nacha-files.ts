import fc from 'fast-check'
import type { Addenda, Batch, BatchHeader, Entry, NachaFile } from '../../src/nacha/model.ts'

/** Any text of this many printable characters without blanks at its ends, and not all zeros. */
const text = (longest: number, shortest = 0) =>
  fc
    .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map(code => String.fromCharCode(code)), maxLength: longest })
    .map(each => each.trim())
    .map(each => (shortest > 0 && /^[0 ]*$/.test(each) ? 'A' : each))
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(each => each.join(''))
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(each => each.toISOString().slice(0, 10))

/** A routing number whose check digit is right. */
const routing = digits(8).map(first => {
  const eight = first === '00000000' ? '12104288' : first
  const sum = [...eight].reduce((total, digit, index) => total + Number(digit) * [3, 7, 1][index % 3]!, 0)
  return `${eight}${(10 - (sum % 10)) % 10}`
})

type Kind = 'PPD' | 'CCD' | 'WEB' | 'TEL' | 'CTX' | 'COR' | 'return'

const LIVE = [22, 27, 32, 37, 42, 47, 52]
const PRENOTES = [23, 28, 33, 38]
const DEBITS = [27, 37, 47]

const change: fc.Arbitrary<Addenda> = fc.record({
  type: fc.constant('98' as const),
  code: fc.constantFrom('C01', 'C02', 'C03', 'C05', 'C06', 'C07', 'C61'),
  original_trace: digits(15),
  original_rdfi: digits(8),
  corrected_data: text(29, 1),
  refused: fc.constantFrom('', 'C01', 'C010000001'),
  trace: digits(15),
})
const comeBack: fc.Arbitrary<Addenda> = fc.record({
  type: fc.constant('99' as const),
  code: fc.constantFrom('R01', 'R02', 'R10', 'R14', 'R29', 'R61', 'R71'),
  original_trace: digits(15),
  date: fc.constantFrom('', '261120'),
  original_rdfi: digits(8),
  info: text(44),
  trace: digits(15),
})
const payment: fc.Arbitrary<Addenda> = text(80).map(info => ({ type: '05' as const, info }))

const ADDENDA: Record<Kind, fc.Arbitrary<Addenda[]>> = {
  PPD: fc.array(payment, { maxLength: 1 }),
  CCD: fc.array(payment, { maxLength: 1 }),
  WEB: fc.array(payment, { maxLength: 1 }),
  TEL: fc.constant([]),
  CTX: fc.array(payment, { maxLength: 12 }),
  COR: change.map(each => [each]),
  return: comeBack.map(each => [each]),
}

function codes(kind: Kind): fc.Arbitrary<number> {
  if (kind === 'COR') return fc.constantFrom(21, 26, 31, 36)
  if (kind === 'TEL') return fc.constantFrom(...DEBITS)
  return fc.constantFrom(...LIVE, ...PRENOTES, ...(kind === 'return' ? [21, 26, 31, 36] : []))
}

function entry(kind: Kind): fc.Arbitrary<Omit<Entry, 'trace'>> {
  const parts = fc.record({
    transaction_code: codes(kind),
    routing,
    account: text(17, 1),
    amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
    individual_id: text(15),
    name: text(kind === 'CTX' ? 16 : 22, 1),
    discretionary: kind === 'WEB' || kind === 'TEL' ? fc.constantFrom('', 'S', 'R') : text(2),
    addenda: ADDENDA[kind],
  })
  return parts.map(each => ({
    ...each,
    amount: kind === 'COR' || PRENOTES.includes(each.transaction_code) ? 0n : each.amount,
    name: kind === 'CTX' ? String(each.addenda.length).padStart(4, '0') + each.name : each.name,
  }))
}

const header = fc.record({
  company_name: text(16, 1),
  discretionary: text(20),
  company_id: text(10, 1),
  entry_description: text(10, 1),
  descriptive_date: fc.oneof(text(6), fc.constant('SD1300')),
  effective_date: fc.option(date),
  settlement_day: fc.constantFrom('', '001', '366'),
  originator_status: fc.constantFrom(0, 1, 2),
  odfi: digits(8),
})

type Loose = Omit<Batch, 'header'> & { header: Omit<BatchHeader, 'number'> }

const batch: fc.Arbitrary<Loose> = fc
  .constantFrom<Kind>('PPD', 'CCD', 'WEB', 'TEL', 'CTX', 'COR', 'return')
  .chain(kind =>
    fc.record({
      header,
      kind: fc.constant(kind),
      first: fc.integer({ min: 0, max: 9_000_000 }),
      entries: fc.array(fc.record({ entry: entry(kind), gap: fc.integer({ min: 1, max: 50 }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      mixed: fc.boolean(),
      authentication: fc.constantFrom('', 'M'.repeat(19)),
    }),
  )
  .map(made => {
    const isCredit = (code: number) => code % 10 < 5
    const flows = new Set(made.entries.map(({ entry: { transaction_code } }) => isCredit(transaction_code)))
    const service_class = made.mixed || flows.size > 1 ? 200 : flows.has(true) ? 220 : 225
    const sec = made.kind === 'return' ? 'PPD' : made.kind
    let trace = made.first
    const entries = made.entries.map(({ entry: each, gap }) => {
      trace += gap
      return { ...each, trace: made.header.odfi + String(trace).padStart(7, '0') }
    })
    return { header: { ...made.header, sec, service_class }, entries, authentication: made.authentication }
  })

/** Files of every sort that this product sends or is sent. */
export const nachaFiles: fc.Arbitrary<NachaFile> = fc
  .record({
    header: fc.record({
      immediate_destination: fc.oneof(routing, digits(10)),
      immediate_origin: fc.oneof(routing, digits(10)),
      created_date: date,
      created_time: fc.constantFrom('', '0000', '0959', '2359'),
      modifier: fc.constantFrom('A', 'Z', '0', '9', ''),
      destination_name: text(23),
      origin_name: text(23),
      reference: text(8),
    }),
    batches: fc.array(batch, { maxLength: 5 }),
    gap: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ gap, ...file }) => ({
    ...file,
    batches: file.batches.map((each, index) => ({ ...each, header: { ...each.header, number: (index + 1) * gap } })),
  }))
  // Records that were made up have no prototype, and compare as different from all others.
  .map(each => structuredClone(each))

/** One small file: a debit of a person on the web, and its company's own account. */
export function smallFile(): NachaFile {
  return {
    header: {
      immediate_destination: '072000326',
      immediate_origin: '1234567890',
      created_date: '2026-11-20',
      created_time: '1530',
      modifier: 'A',
      destination_name: 'GREAT LAKES BANK',
      origin_name: 'TOLLGATE',
      reference: '',
    },
    batches: [
      {
        authentication: '',
        header: {
          service_class: 200,
          company_name: 'CEDAR BOOKS',
          discretionary: '',
          company_id: '1234567890',
          sec: 'WEB',
          entry_description: 'PURCHASE',
          descriptive_date: '',
          effective_date: '2026-11-23',
          settlement_day: '',
          originator_status: 1,
          odfi: '07200032',
          number: 1,
        },
        entries: [
          {
            transaction_code: 27,
            routing: '121042882',
            account: '000123456789',
            amount: 12_345n,
            individual_id: 'inv 17',
            name: 'Ada Example',
            discretionary: 'S',
            trace: '072000320000001',
            addenda: [{ type: '05', info: 'two books' }],
          },
          {
            transaction_code: 37,
            routing: '231380104',
            account: '55501',
            amount: 1n,
            individual_id: '',
            name: 'Ben Example',
            discretionary: 'R',
            trace: '072000320000002',
            addenda: [],
          },
        ],
      },
    ],
  }
}
