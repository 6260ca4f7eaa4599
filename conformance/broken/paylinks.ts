import { type BrokenRule, NOT_VALID, replacing } from './broken-rule.ts'

const PAYLINK = 'src/resources/paylink/paylink.ts'
const RULES = 'src/resources/paylink/paylink.rules.ts'
const COMMANDS = 'src/resources/paylink/paylink.commands.ts'
const DELIVERY = 'src/resources/paylink/delivery.ts'

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
  statements: [statement.split(' ')[0]!],
  says,
  edits: [{ file: PAYLINK, ...edit }],
})

export const paylinkRules: BrokenRule[] = replacing('test/api/paylink.test.ts', [
  {
    title:
      'PL-01 PL-23 PL-24 PL-29 PL-03 PL-11 PL-16 PL-21 PL-22 a location and an amount make a link: unpaid, active, everything else at its start value',
    rule: 'A link redirects its payer after 14 seconds.',
    statements: ['PL-01', 'PL-16', 'PL-21', 'PL-22', 'PL-23', 'PL-24'],
    says: 'at the start: a new link',
    edits: [{ file: PAYLINK, find: 'fallback: 15, most: 15', replace: 'fallback: 14, most: 15' }],
  },
  {
    title: 'PL-02 PL-11 what is required is told, everything at once',
    rule: 'A location is not required.',
    statements: ['PL-29'],
    says: 'fields reported as missing',
    edits: [
      { file: PAYLINK, find: "location_id: ref('location', 'RP')", replace: "location_id: ref('location', 'P')" },
    ],
  },
  bounds('PL-09', 'paylink_api_id', 'The caller’s own id can have at most 63 characters.', 'paylink.paylink_api_id', {
    find: "paylink_api_id: text(0, 64, 'PU'",
    replace: "paylink_api_id: text(0, 63, 'PU'",
  }),
  bounds('PL-11', 'amount_due', 'An amount cannot be changed.', 'amount_due after an update', {
    find: "amount_due: money('RPU'",
    replace: "amount_due: money('RP'",
  }),
  bounds('PL-12', 'email', 'An email address can have at most 127 characters.', 'paylink.email', {
    find: "email: text(5, 128, 'PU'",
    replace: "email: text(5, 127, 'PU'",
  }),
  bounds('PL-13', 'cell_phone', 'A phone number has at least two digits.', 'paylink.cell_phone', {
    find: "cell_phone: text(1, 10, 'PU'",
    replace: "cell_phone: text(2, 10, 'PU'",
  }),
  bounds('PL-15', 'delivery_method', 'A link cannot be sent both by mail and by text.', 'answered 422, expected 201', {
    find: 'choice([DELIVERY.none, DELIVERY.email, DELIVERY.sms, DELIVERY.both]',
    replace: 'choice([DELIVERY.none, DELIVERY.email, DELIVERY.sms]',
  }),
  bounds('PL-16 F5', 'description', 'A description can have at most 249 characters.', 'paylink.description', {
    find: "description: text(0, 250, 'PU')",
    replace: "description: text(0, 249, 'PU')",
  }),
  bounds('PL-17', 'expire_date', 'The expiration date cannot be changed.', 'paylink.expire_date', {
    find: "expire_date: date('PU'",
    replace: "expire_date: date('P'",
  }),
  bounds('PL-18', 'paylink_action', 'A link can refund.', 'answered 201, expected 422', {
    find: "choice(['sale', 'auth-only'], 'PU'",
    replace: "choice(['sale', 'auth-only', 'refund'], 'PU'",
  }),
  bounds(
    'PL-19',
    'display_product_transaction_receipt_details',
    'The setting that shows the receipt cannot be changed.',
    'paylink.display_product_transaction_receipt_details',
    {
      find: "display_product_transaction_receipt_details: flag('PU'",
      replace: "display_product_transaction_receipt_details: flag('P'",
    },
  ),
  bounds(
    'PL-20',
    'display_billing_fields',
    'The setting that asks for an address cannot be changed.',
    'paylink.display_billing_fields',
    {
      find: "display_billing_fields: flag('PU'",
      replace: "display_billing_fields: flag('P'",
    },
  ),
  {
    title: 'PL-08 contact_api_id is bounded as its table says',
    rule: 'An unknown contact is ignored.',
    statements: ['PL-08'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: RULES,
        find: 'return (await byApiId(read, contact, location_id, sent.contact_api_id)).id',
        replace:
          'return (await read.all(contact, { location_id, contact_api_id: sent.contact_api_id }, 1))[0]?.id ?? null',
      },
    ],
  },
  {
    title: 'PL-02 location_id is bounded as its table says',
    rule: 'An invalid location is reported for another field.',
    statements: ['PL-02'],
    says: 'paylink.location_id, identifiers',
    edits: [NOT_VALID],
  },
  {
    title: 'PL-03 PL-04 PL-05 the products are those of the location unless named, and one has to fit',
    rule: 'A product that does not allow paylinks is accepted.',
    statements: ['PL-05'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: RULES,
        find: 'product.payment_method === method && product.active && product.paylink_allow',
        replace: 'product.payment_method === method && product.active',
      },
    ],
  },
  {
    title: 'PL-03 PL-04 PL-05 the products are those of the location unless named, and one has to fit',
    rule: 'A bank product is accepted as a card product.',
    statements: ['PL-03', 'PL-04'],
    says: 'of the other method or merchant: POST paylinks',
    edits: [{ file: RULES, find: '        checkProduct(method, sent)\n', replace: '' }],
  },
  {
    title: 'PL-07 PL-08 a contact is named by its id or by its own id',
    rule: 'An update ignores contact_api_id.',
    statements: ['PL-08'],
    says: 'contact_id after an update with contact_api_id',
    edits: [
      {
        file: RULES,
        find: 'contact_id: await contactOf(read, row.location_id, change),',
        replace: 'contact_id: change.contact_id,',
      },
    ],
  },
  {
    title: 'PL-10 paylink_api_id is unique per location',
    rule: 'A duplicate paylink_api_id is reported for email.',
    statements: ['PL-10'],
    says: 'not for paylink_api_id',
    edits: [
      {
        file: PAYLINK,
        find: "paylink_paylink_api_id_key: 'paylink_api_id'",
        replace: "paylink_paylink_api_id_key: 'email'",
      },
    ],
  },
  {
    title: 'PL-14 a phone number is required when the link is texted',
    rule: 'A link can be texted without a phone number.',
    statements: ['PL-14'],
    says: 'answered 201, expected 422',
    edits: [
      {
        file: RULES,
        find: "      if (isTexted(draft.delivery_method) && !draft.cell_phone) problems.add('cell_phone', NO_PHONE)\n",
        replace: '',
      },
    ],
  },
  {
    title: 'PL-30 PL-06 what a PUT may change is changed while nothing was paid',
    rule: 'A description cannot be changed.',
    statements: ['PL-30'],
    says: 'amount_due and description',
    edits: [{ file: PAYLINK, find: "description: text(0, 250, 'PU')", replace: "description: text(0, 250, 'P')" }],
  },
  {
    title: 'PL-26 NT-02 a new link is mailed, texted or both, as delivery_method says and where there is a recipient',
    rule: 'A link that should only be texted is mailed too.',
    statements: ['PL-26', 'NT-02'],
    says: 'mails and texts of delivery_method',
    edits: [{ file: DELIVERY, find: "[DELIVERY.sms]: ['sms'],", replace: "[DELIVERY.sms]: ['email', 'sms']," }],
  },
  {
    title:
      'PL-35 PL-36 ERR-03 resend sends the link again, refuses when there is nobody, and does not know foreign links',
    rule: 'Resend accepts a link without a recipient.',
    statements: ['PL-35'],
    says: 'answered 204, expected 422',
    edits: [{ file: COMMANDS, find: 'if (welcome.length === 0) refuse', replace: 'if (welcome.length < 0) refuse' }],
  },
  {
    title: 'PL-33 PL-34 ERR-03 a deleted link is gone, and cannot be paid',
    rule: 'No link can be deleted.',
    statements: ['PL-33', 'PL-34'],
    says: 'answered 409, expected 204',
    edits: [{ file: RULES, find: 'if (row.pending_transaction_id !== null) throw', replace: 'if (row.id) throw' }],
  },
  {
    title: 'PL-31 PL-32 links are read and listed with filters and pages, by those who may see them',
    rule: 'The list starts with the oldest links.',
    statements: ['PL-32'],
    says: 'the first page, the newest link first',
    edits: [
      { file: PAYLINK, find: "  scope: 'location_id',\n", replace: "  scope: 'location_id',\n  sort: 'created_ts',\n" },
    ],
  },
  {
    title: 'PL-37 PL-38 PL-39 PL-25 every expand is there; payment_url is an address, not a record',
    rule: 'payment_url is the address of another page.',
    statements: ['PL-25'],
    says: 'payment_url is',
    edits: [{ file: PAYLINK, find: '/?paylink_id=$', replace: '/?paylink=$' }],
  },
  {
    title: 'PL-37 PL-38 PL-39 PL-25 every expand is there; payment_url is an address, not a record',
    rule: 'The email blacklist is searched for the phone number.',
    statements: ['PL-39'],
    says: 'email_blacklist: the address on the list',
    edits: [
      {
        file: PAYLINK,
        find: "email_blacklist: one('email_blacklist', 'email', 'email')",
        replace: "email_blacklist: one('email_blacklist', 'cell_phone', 'email')",
      },
    ],
  },
])
