import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft, Row } from '../../definition/resource.ts'
import { problemList } from '../../definition/rules.ts'
import { type Problems, Refusal } from '../../lib/problem.ts'
import { type AchTerminal, processorDataProblems, STANDARD_TERMINALS } from './processor-data.ts'
import { defaultType, inapplicable, producttransactionRules, velocityProblem } from './producttransaction.rules.ts'
import { INDUSTRIES, PROCESSORS, type producttransaction } from './producttransaction.ts'
import { VELOCITY_DEFAULTS } from './velocity-settings.ts'

type Product = typeof producttransaction

const moment = { seconds: 1_767_225_600, caller: {} as never }
const facts = { ruled: [], adds: null }

const created = (draft: Partial<Draft<Product>>) => {
  const rest = {
    velocity_settings: VELOCITY_DEFAULTS,
    processor_data: { terminals: [] },
    default_transaction_type: null,
  }
  return producttransactionRules.create!.decide!({ ...rest, ...draft } as Draft<Product>, facts, moment).set
}

function fieldsRefused(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return Object.keys(error.problems ?? {})
  }
  return []
}

test('a processor takes either cards or bank accounts; cash goes with both', () => {
  const cards = ['zgate', 'zgate2', 'cash']
  const banks = ['zach', 'ach', 'fortisach', 'cash']
  for (const processor of PROCESSORS) {
    const tried = (payment_method: 'cc' | 'ach') =>
      fieldsRefused(() => created({ processor, payment_method, industry_type: 'moto' }))
    assert.deepEqual(tried('cc'), cards.includes(processor) ? [] : ['processor'], `${processor} cc`)
    assert.deepEqual(tried('ach'), banks.includes(processor) ? [] : ['processor'], `${processor} ach`)
  }
})

test('the usual action follows the payment method and the industry', () => {
  for (const industry_type of INDUSTRIES) {
    assert.equal(defaultType({ payment_method: 'ach', industry_type }), 'debit')
    assert.equal(
      defaultType({ payment_method: 'cc', industry_type }),
      industry_type === 'lodging' ? 'authonly' : 'sale',
    )
  }
})

test('an action of the other payment method is refused, on create and on update', () => {
  const card = { processor: 'zgate', payment_method: 'cc', industry_type: 'retail' } as const
  assert.deepEqual(
    fieldsRefused(() => created({ ...card, default_transaction_type: 'debit' })),
    ['default_transaction_type'],
  )
  const row = { ...card, default_transaction_type: 'sale' } as Row<Product>
  const update = (change: object) =>
    fieldsRefused(() => producttransactionRules.update!.decide!(row, change, facts, moment))
  assert.deepEqual(update({ default_transaction_type: 'debit' }), ['default_transaction_type'])
  assert.deepEqual(update({ processor: 'ach' }), ['processor'])
  assert.deepEqual(update({ default_transaction_type: 'authonly' }), [])
})

test('a bank product without terminals gets the standard ones, a card product none', () => {
  const bank = { processor: 'ach', payment_method: 'ach', industry_type: 'ecommerce' } as const
  assert.deepEqual(created(bank).processor_data, { terminals: STANDARD_TERMINALS })
  const own: AchTerminal = { terminal_id: '1111', sec_code: 'POP', actions: ['debit'], required: ['track_data'] }
  assert.deepEqual(created({ ...bank, processor_data: { terminals: [own] } }).processor_data, { terminals: [own] })
  const card = {
    processor: 'zgate',
    payment_method: 'cc',
    industry_type: 'ecommerce',
    processor_data: { terminals: [own] },
  } as const
  assert.deepEqual(created(card).processor_data, { terminals: [] })
})

test('only PPD and CCD of the standard terminals pay out', () => {
  const paying = STANDARD_TERMINALS.filter(each => each.actions.includes('credit')).map(each => each.sec_code)
  assert.deepEqual(paying, ['PPD', 'CCD'])
  assert.deepEqual(processorDataProblems({ terminals: STANDARD_TERMINALS }), [])
})

test('terminals of another form are refused', () => {
  const good = { terminal_id: '2310', sec_code: 'WEB', actions: ['debit'], required: ['routing'] }
  assert.deepEqual(processorDataProblems({ terminals: [good] }), [])
  const broken: unknown[] = [
    { ...good, sec_code: 'XYZ' },
    { ...good, actions: ['steal'] },
    { ...good, actions: 'debit' },
    { ...good, required: ['Routing Number'] },
    { ...good, terminal_id: '' },
    { ...good, password: 'secret' },
    null,
  ]
  for (const each of broken) assert.equal(processorDataProblems({ terminals: [each] }).length, 1, JSON.stringify(each))
  assert.equal(processorDataProblems({ terminals: 'many' }).length, 1)
  assert.equal(processorDataProblems({ terminals: Array.from({ length: 51 }, () => good) }).length, 1)
  assert.equal(processorDataProblems([good]).length, 1)
})

test('velocity settings keep the sixteen keys, and what is sent replaces only itself', () => {
  assert.equal(Object.keys(VELOCITY_DEFAULTS).length, 16)
  const row = {
    payment_method: 'ach',
    processor: 'ach',
    default_transaction_type: 'debit',
    industry_type: 'moto',
  } as Row<Product>
  const before = { ...row, velocity_settings: { ...VELOCITY_DEFAULTS, debit_hold_days: 3 } }
  const { set } = producttransactionRules.update!.decide!(
    before,
    { velocity_settings: { credit_items_per_day: 9 } },
    facts,
    moment,
  )
  assert.deepEqual(set.velocity_settings, { ...VELOCITY_DEFAULTS, debit_hold_days: 3, credit_items_per_day: 9 })
  for (const wrong of [
    { debit_hold_day: 1 },
    { debit_hold_days: -1 },
    { debit_hold_days: '3' },
    { debit_hold_days: 1.5 },
    [],
  ]) {
    assert.ok(velocityProblem(wrong), JSON.stringify(wrong))
  }
  assert.equal(velocityProblem({ debit_items_per_day: null }), null)
})

test('what cannot apply is off: cards on bank products, banks on card products, level 3 outside its industries', () => {
  const bank = inapplicable({ payment_method: 'ach', industry_type: 'retail' })
  assert.equal(bank.card_type_visa, false)
  assert.equal(bank.level3_allow, false)
  assert.equal(bank.ach_allow_debit, undefined)
  for (const industry_type of INDUSTRIES) {
    const card = inapplicable({ payment_method: 'cc', industry_type })
    assert.equal(card.ach_allow_debit, false)
    assert.equal(
      card.level3_allow,
      ['retail', 'ecommerce', 'moto'].includes(industry_type) ? undefined : false,
      industry_type,
    )
  }
})

test('settings of the wrong form are reported under their field', () => {
  const problems: Problems = {}
  producttransactionRules.create!.validate!(
    { velocity_settings: [], processor_data: { terminals: {} } },
    problemList(problems),
    { seconds: 0 },
  )
  assert.deepEqual(Object.keys(problems).toSorted(), ['processor_data', 'velocity_settings'])
})
