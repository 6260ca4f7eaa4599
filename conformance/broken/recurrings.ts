import { type BrokenRule, NOT_VALID, replacing } from './broken-rule.ts'

const RECURRING = 'src/resources/recurring/recurring.ts'
const RULES = 'src/resources/recurring/recurring.rules.ts'

/** A broken rule that replaces the test of a field's bounds. */
const bounds = (
  statement: string,
  name: string,
  rule: string,
  says: string,
  edit: { find: string; replace: string },
) => ({
  title: `${statement} ${name} is bounded as its table says`,
  rule,
  statements: [statement],
  says,
  edits: [{ file: RECURRING, ...edit }],
})

/** A broken rule: a text accepts one character less than the contract says. */
const shorter = (statement: string, name: string, least: number, longest: number) =>
  bounds(statement, name, `${name} can have at most ${longest - 1} characters.`, `recurring.${name}`, {
    find: `    ${name}: text(${least}, ${longest}, 'PU'`,
    replace: `    ${name}: text(${least}, ${longest - 1}, 'PU'`,
  })

export const recurringRules: BrokenRule[] = replacing('test/api/recurring.test.ts', [
  {
    title:
      'RC-01 RC-04 RC-27 RC-37 RC-39 RC-28 RC-13 RC-26 a contact, its vault and then its recurring: active, first run on the start date, no end',
    rule: 'The default of notification_days is one too high.',
    statements: ['RC-04', 'RC-13', 'RC-26', 'RC-27', 'RC-28', 'RC-37'],
    says: 'at the start: a new recurring',
    edits: [
      {
        file: RULES,
        find: 'draft.notification_days ?? Math.min(',
        replace: 'draft.notification_days ?? 1 + Math.min(',
      },
    ],
  },
  {
    title: 'RC-17 RC-25 an installment recurring has a total, and ends the day before the payment that would follow',
    rule: 'A recurring with a fixed number of payments is an ongoing one.',
    statements: ['RC-25'],
    says: 'type of a recurring with a count',
    edits: [
      {
        file: RULES,
        find: "recurring_type_id: count === null ? ('o' as const) : ('i' as const)",
        replace: "recurring_type_id: (count === null ? 'o' : 'o') as 'o' | 'i'",
      },
    ],
  },
  {
    title: 'RC-05 RC-06 RC-08 RC-09 RC-10 RC-11 what is required is told, everything at once',
    rule: 'A missing account is reported only if the request has a location.',
    statements: ['RC-05', 'RC-06', 'RC-08', 'RC-09', 'RC-10', 'RC-11'],
    says: 'missing fields: fields reported for an empty recurring',
    edits: [
      {
        file: RULES,
        find: 'if (!draft.account_vault_id && !draft.account_vault_api_id) {',
        replace: 'if (!draft.account_vault_id && !draft.account_vault_api_id && draft.location_id) {',
      },
    ],
  },
  {
    title: 'RC-08 transaction_amount is bounded as its table says',
    rule: 'An amount can have 13 characters.',
    statements: ['RC-08'],
    says: 'answered 201, expected 422',
    edits: [{ file: RULES, find: 'const LONGEST_AMOUNT = 12', replace: 'const LONGEST_AMOUNT = 13' }],
  },
  bounds('RC-09', 'interval', 'An interval can have at most two digits.', 'recurring.interval', {
    find: "interval: integer(3, 'RP'",
    replace: "interval: integer(2, 'RP'",
  }),
  bounds('RC-10', 'interval_type', 'interval_type accepts years.', 'answered 201, expected 422', {
    find: "choice(['d', 'w', 'm'], 'RP', {",
    replace: "choice(['d', 'w', 'm', 'y'] as never as readonly ['d', 'w', 'm'], 'RP', {",
  }),
  bounds('RC-11', 'start_date', 'The start date can be changed.', 'recurring.start_date', {
    find: "start_date: date('RP'",
    replace: "start_date: date('RPU'",
  }),
  bounds('RC-12', 'end_date', 'The end date cannot be changed.', 'recurring.end_date', {
    find: "end_date: date('PU'",
    replace: "end_date: date('P'",
  }),
  shorter('RC-15', 'description', 0, 36),
  bounds(
    'RC-16',
    'installment_total_count',
    'A recurring can have at most nine payments.',
    'recurring.installment_total_count',
    {
      find: "installment_total_count: integer(2, 'P'",
      replace: "installment_total_count: integer(1, 'P'",
    },
  ),
  bounds(
    'RC-18',
    'notification_days',
    'A notice can be sent at most nine days before the charge.',
    'recurring.notification_days',
    {
      find: "notification_days: integer(2, 'PU'",
      replace: "notification_days: integer(1, 'PU'",
    },
  ),
  {
    title: 'RC-19 payment_method is bounded as its table says',
    rule: 'A payment method that differs from the account’s is accepted.',
    statements: ['RC-19', 'RC-05'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: RULES,
        find: 'if (draft.payment_method && draft.payment_method !== vault.payment_method) {',
        replace: "if (draft.payment_method === 'ach' && draft.payment_method !== vault.payment_method) {",
      },
    ],
  },
  shorter('RC-20', 'recurring_api_id', 1, 64),
  shorter('RC-22', 'recurring_c1', 0, 128),
  shorter('RC-22', 'recurring_c2', 0, 128),
  shorter('RC-22', 'recurring_c3', 0, 128),
  bounds('RC-23', 'active', 'active is shown as a number.', 'active that was not sent', {
    find: "    active: flag('PU', {\n      fallback: true,\n      as: 'string',\n",
    replace: "    active: flag('PU', {\n      fallback: true,\n",
  }),
  {
    title: 'RC-05 a vault that is unknown, deleted or of another merchant is refused',
    rule: 'An invalid account is reported for another field.',
    statements: ['RC-05'],
    says: 'vaults: POST recurrings',
    edits: [NOT_VALID],
  },
  {
    title: 'RC-07 RC-19 the product is the default of the payment method of the vault, or one that was named and fits',
    rule: 'A card product accepts a bank account.',
    statements: ['RC-07', 'RC-19'],
    says: 'the product fits the vault: POST recurrings',
    edits: [
      {
        file: RULES,
        find: 'if (named) checkProduct(named, vault.payment_method)',
        replace: 'if (named) checkProduct(named, named.payment_method)',
      },
    ],
  },
  {
    title: 'RC-21 recurring_api_id is unique per location',
    rule: 'A duplicate recurring_api_id is reported for another field.',
    statements: ['RC-21'],
    says: 'not for recurring_api_id',
    edits: [
      {
        file: RECURRING,
        find: "recurring_recurring_api_id_key: 'recurring_api_id'",
        replace: "recurring_recurring_api_id_key: 'description'",
      },
    ],
  },
  {
    title: 'RC-38 what a PUT may change is changed, everything else is ignored and named',
    rule: 'A PUT changes the start date.',
    statements: ['RC-38'],
    says: 'the recurring after a change of all of it',
    edits: [{ file: RECURRING, find: "start_date: date('RP'", replace: "start_date: date('RPU'" }],
  },
  {
    title: 'RC-40 RC-41 the list is sorted by next run date, takes filters and pages',
    rule: 'The list is sorted by creation time.',
    statements: ['RC-40', 'RC-41'],
    says: 'next_run_date of the active ones',
    edits: [{ file: RECURRING, find: "  sort: 'next_run_date',\n", replace: "  sort: 'created_ts',\n" }],
  },
  {
    title: 'RC-48 RC-49 every expand is there, transactions and tags as lists',
    rule: 'The payments of a recurring cannot be expanded.',
    statements: ['RC-48', 'RC-49'],
    says: 'transactions: GET recurrings',
    edits: [{ file: RECURRING, find: "    transactions: many('transaction', 'recurring_id'),\n", replace: '' }],
  },
])
