import { openSchema } from '../../lib/object-schema.ts'

const text = (description: string) => ({ type: 'string', description })
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })

const TERMINAL = openSchema({
  terminal_id: text('What the processor calls it.'),
  sec_code: text('The standard entry class of what it sends: WEB, PPD, CCD, TEL, POP or C21.'),
  actions: texts('What it sends: debit, credit, refund, void, avsonly.'),
  required: texts('Fields that a payment through it must have.'),
})

const ORIGINATOR = openSchema({
  destination: text('Routing number of the bank that takes the files.'),
  destination_name: text('The name of that bank.'),
  origin: text('What the bank knows the sender of files by.'),
  origin_name: text('The name of the sender.'),
  odfi_id: text("The first eight digits of the originating bank's routing number."),
  company_id: text('What the bank knows the merchant by.'),
  company_name: text('What payers read on their statement.'),
  entry_description: text('What the payments are for, as payers read it.'),
})

/** The schema of `processor_data`: how bank payments of a product are sent. */
export const PROCESSOR_DATA = openSchema({
  terminals: { type: 'array', items: TERMINAL, description: 'One for each way of sending.' },
  same_day: { type: 'boolean', description: 'Whether payments are sent as Same Day ACH.' },
  represent: { type: 'integer', enum: [0, 1, 2], description: 'How often a debit without funds is presented again.' },
  verify_accounts: { type: 'boolean', description: 'Whether a stored account is verified before its first WEB debit.' },
  originator: { ...ORIGINATOR, description: "The sender of files, where it is not the installation's." },
})

const RULE = {
  ...openSchema({
    product_transaction_id: text('The product that takes the payment instead.'),
    brand: texts('Brands of cards: visa, mc, amex, …'),
    amount_from: text('The least amount.'),
    amount_to: text('The largest amount.'),
    bin_country: texts('Countries of the issuing bank (ISO 3166).'),
    initiation: texts('Who begins it, or in which series: cardholder, merchant, recurring, installment, unscheduled.'),
  }),
  required: ['product_transaction_id'],
}

/** The schema of `processor_rules`: which other product takes a payment. */
export const PROCESSOR_RULES = openSchema({
  rules: { type: 'array', items: RULE, description: 'The first that fits counts.' },
  second: text('The product that takes a payment while the processor cannot be reached.'),
})
