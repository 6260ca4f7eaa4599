import { type BrokenRule, replacing } from './broken-rule.ts'

const CONFIG = 'src/resources/postbackconfig/postbackconfig.ts'
const RULES = 'src/resources/postbackconfig/postbackconfig.rules.ts'

const PRODUCT = 'PB-03 PB-30 product_transaction_id is required for transaction and transactionbatch, null otherwise'
const FLAGS = 'PB-05 PB-06 PB-07 PB-08 flags are read in every form and written as 1 and 0'
const BOUNDS = 'PB-11 PB-12 attempts and interval are bounded'

export const postbackRules: BrokenRule[] = replacing('test/api/postbackconfigs.test.ts', [
  {
    title: 'PB-02 resource is one of the nouns whose changes can be posted',
    rule: 'Postbacks for recurrings require a product.',
    statements: ['PB-02'],
    says: 'answered 422, expected 201',
    edits: [
      {
        file: RULES,
        find: "const BY_PRODUCT: readonly Posted[] = ['transaction', 'transactionbatch']",
        replace: "const BY_PRODUCT: readonly Posted[] = ['transaction', 'transactionbatch', 'recurring']",
      },
    ],
  },
  {
    title: PRODUCT,
    rule: 'A configuration of payments accepts the product of a child location.',
    statements: ['PB-03', 'PB-30'],
    says: 'answered 201, expected 422',
    edits: [{ file: RULES, find: '      checkProduct(product, draft.location_id)\n', replace: '' }],
  },
  {
    title: PRODUCT,
    rule: 'A configuration of contacts keeps a product.',
    statements: ['PB-03', 'PB-30'],
    says: 'product_transaction_id of a configuration of contacts',
    edits: [{ file: RULES, find: 'return accept({ product_transaction_id: null })', replace: 'return accept({})' }],
  },
  {
    title: 'PB-03 a change cannot take the product away, and a contact configuration never gets one',
    rule: 'An update can remove the product.',
    statements: ['PB-03'],
    says: 'on update: PUT',
    edits: [
      {
        file: RULES,
        find: 'if (BY_PRODUCT.includes(row.resource) && isMoved) checkProduct',
        replace: 'if (BY_PRODUCT.includes(row.resource) && isMoved && product_transaction_id) checkProduct',
      },
    ],
  },
  {
    title: 'PB-04 url is an http or https address without credentials',
    rule: 'A URL can contain credentials.',
    statements: ['PB-04'],
    says: 'me:secret',
    edits: [{ file: RULES, find: 'return url.username || url.password', replace: 'return !url' }],
  },
  {
    title: FLAGS,
    rule: 'on_create is shown as true or false.',
    statements: ['PB-05'],
    says: 'on_create sent as 1',
    edits: [
      {
        file: CONFIG,
        find: "on_create: flag('PU', { fallback: false })",
        replace: "on_create: flag('PU', { fallback: false, as: 'boolean' })",
      },
    ],
  },
  {
    title: FLAGS,
    rule: 'on_update is shown as true or false.',
    statements: ['PB-06'],
    says: 'on_update sent as 1',
    edits: [
      {
        file: CONFIG,
        find: "on_update: flag('PU', { fallback: false })",
        replace: "on_update: flag('PU', { fallback: false, as: 'boolean' })",
      },
    ],
  },
  {
    title: FLAGS,
    rule: 'on_delete is shown as true or false.',
    statements: ['PB-07'],
    says: 'on_delete sent as 1',
    edits: [
      {
        file: CONFIG,
        find: "on_delete: flag('PU', { fallback: false })",
        replace: "on_delete: flag('PU', { fallback: false, as: 'boolean' })",
      },
    ],
  },
  {
    title: FLAGS,
    rule: 'is_active is shown as true or false.',
    statements: ['PB-08'],
    says: 'is_active sent as 1',
    edits: [
      {
        file: CONFIG,
        find: "is_active: flag('PU', { fallback: true })",
        replace: "is_active: flag('PU', { fallback: true, as: 'boolean' })",
      },
    ],
  },
  {
    title: 'PB-09 format is api-default, or api-form for receivers that read forms',
    rule: 'The default format is api-form.',
    statements: ['PB-09'],
    says: 'format that was not sent',
    edits: [{ file: CONFIG, find: "fallback: 'api-default',", replace: "fallback: 'api-form'," }],
  },
  {
    title: 'PB-10 expands are names the posted records have; empty or null is none',
    rule: 'Unknown field names are accepted.',
    statements: ['PB-10'],
    says: 'answered 201, expected 422',
    edits: [
      { file: RULES, find: 'if (unknown.length === 0) return null', replace: 'if (unknown.length < 2) return null' },
    ],
  },
  {
    title: BOUNDS,
    rule: '101 attempts are allowed.',
    statements: ['PB-11'],
    says: 'answered 201, expected 422',
    edits: [{ file: CONFIG, find: '      most: 100,\n', replace: '      most: 101,\n' }],
  },
  {
    title: BOUNDS,
    rule: 'An interval of a day and a second is allowed.',
    statements: ['PB-12'],
    says: 'answered 201, expected 422',
    edits: [{ file: CONFIG, find: 'most: 86400, fallback: 300', replace: 'most: 86401, fallback: 300' }],
  },
])
