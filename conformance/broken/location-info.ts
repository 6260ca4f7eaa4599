import { type BrokenRule, replacing } from './broken-rule.ts'

const OPERATIONS = 'src/resources/locationinfo/locationinfo.operations.ts'
const RESOURCE = 'src/resources/locationinfo/locationinfo.ts'

const KEYS = 'LI-01 LI-02 LI-24 a location info has the keys of the location and of everything inside, and no others'
const VALUES = 'LI-01 LI-02 its values are the location’s, and both links lead somewhere'
const PRODUCTS = 'LI-03 LI-04 LI-05 LI-06 the products of a location, with exactly the keys of the contract'
const VELOCITY = 'LI-07 LI-08 LI-09 velocity_settings has its sixteen keys'
const BANK = 'LI-10 LI-11 LI-12 LI-15 LI-25 the single form shows what a bank terminal does and requires'
const SERVICES = 'LI-16 LI-17 LI-18 the services of a location, with exactly the keys of the contract'
const BRANDING = 'LI-19 LI-20 LI-21 the branding domain, with exactly the keys of the contract'
const INSIDE = 'LI-22 LI-23 terminals in short, tags as they are'

export const locationinfoRules: BrokenRule[] = replacing('test/api/locationinfos.test.ts', [
  {
    title: KEYS,
    rule: 'Surcharges are listed although the request did not expand them.',
    statements: ['LI-01'],
    says: 'nothing else: unexpected members of a location info',
    edits: [
      { file: OPERATIONS, find: '...(selection.surcharges ? { surcharges: own } : {}),', replace: 'surcharges: own,' },
    ],
  },
  {
    title: KEYS,
    rule: 'A location info lacks the setting that shows notes of contacts.',
    statements: ['LI-01'],
    says: 'missing members of the location info',
    edits: [
      {
        file: RESOURCE,
        find: "...['show_contact_notes', 'show_contact_files'],",
        replace: "...['show_contact_files'],",
      },
    ],
  },
  {
    title: KEYS,
    rule: 'The list includes child locations although the request did not ask for them.',
    statements: ['LI-24'],
    says: 'whether direct has the parent and the child',
    edits: [
      {
        file: OPERATIONS,
        find: "if (relationship === 'all') return null",
        replace: "if (String(relationship) !== 'child') return null",
      },
    ],
  },
  {
    title: VALUES,
    rule: 'zip has the value of state.',
    statements: ['LI-01'],
    says: 'zip: expected',
    edits: [{ file: RESOURCE, find: 'of: row => row.zip_code', replace: 'of: row => row.state' }],
  },
  {
    title: VALUES,
    rule: 'The link to the location is broken.',
    statements: ['LI-02'],
    says: 'GET /v2/locations/of',
    edits: [
      {
        file: OPERATIONS,
        find: "self.href.replace('/locationinfos/', '/locations/')",
        replace: "self.href.replace('/locationinfos/', '/locations/of/')",
      },
    ],
  },
  {
    title: PRODUCTS,
    rule: 'Only bank products are listed.',
    statements: ['LI-03'],
    says: 'is missing',
    edits: [
      {
        file: OPERATIONS,
        find: 'product => selection.active === null ||',
        replace: "product => (product.payment_method === 'ach' && selection.active === null) ||",
      },
    ],
  },
  {
    title: PRODUCTS,
    rule: 'A product lacks receipt_logo.',
    statements: ['LI-04'],
    says: 'receipt_logo',
    edits: [
      {
        file: OPERATIONS,
        find: "'receipt_add_recurring_above_signature', 'receipt_logo'],",
        replace: "'receipt_add_recurring_above_signature'],",
      },
    ],
  },
  {
    title: PRODUCTS,
    rule: 'A product lacks vt_require_zip.',
    statements: ['LI-05'],
    says: 'vt_require_zip',
    edits: [
      { file: OPERATIONS, find: "...['vt_require_zip', 'vt_enable_sales_tax'", replace: "...['vt_enable_sales_tax'" },
    ],
  },
  {
    title: PRODUCTS,
    rule: 'A product lacks level3_default.',
    statements: ['LI-06'],
    says: 'level3_default',
    edits: [{ file: OPERATIONS, find: "'level3_allow', 'level3_default', 'tax", replace: "'level3_allow', 'tax" }],
  },
  {
    title: PRODUCTS,
    rule: 'Products show their processor account.',
    statements: ['LI-04', 'LI-05', 'LI-06'],
    says: 'nothing else: unexpected members of a product',
    edits: [
      {
        file: OPERATIONS,
        find: "...['velocity_settings', 'processor_data', '_links'],",
        replace: "...['velocity_settings', 'processor_data', '_links', 'merchant_id'],",
      },
    ],
  },
  {
    title: VELOCITY,
    rule: 'The velocity settings lack credit_largest_item.',
    statements: ['LI-09'],
    says: 'credit_largest_item',
    edits: [
      {
        file: 'src/resources/producttransaction/velocity-settings.ts',
        find: '  credit_largest_item: null,\n',
        replace: '',
      },
    ],
  },
  {
    title: BANK,
    rule: 'The terminals of a bank product are not shown.',
    statements: ['LI-10', 'LI-11', 'LI-12', 'LI-15'],
    says: 'no product has bank terminals',
    edits: [
      {
        file: OPERATIONS,
        find: '{ ...product, surcharge: surcharges',
        replace: '{ ...product, processor_data: null, surcharge: surcharges',
      },
    ],
  },
  {
    title: SERVICES,
    rule: 'The file service does not show the free space.',
    statements: ['LI-16'],
    says: 'free_bytes',
    edits: [{ file: OPERATIONS, find: "...['free_bytes', 'byte_increment'", replace: "...['byte_increment'" }],
  },
  {
    title: SERVICES,
    rule: 'The stored account service shows the recurring service.',
    statements: ['LI-17'],
    says: 'unexpected members',
    edits: [
      {
        file: OPERATIONS,
        find: 'product_accountvault: pickedOrNull(found.product_accountvault, NESTED_KEYS.product_accountvault)',
        replace: 'product_accountvault: pickedOrNull(found.product_recurring, NESTED_KEYS.product_recurring)',
      },
    ],
  },
  {
    title: SERVICES,
    rule: 'The recurring service lacks the setting for decline notices.',
    statements: ['LI-18'],
    says: 'send_declined_notifications',
    edits: [
      {
        file: OPERATIONS,
        find: "...['modified_ts', 'send_declined_notifications', 'require_full_payment'",
        replace: "...['modified_ts', 'require_full_payment'",
      },
    ],
  },
  {
    title: BRANDING,
    rule: 'The branding domain does not show who created it.',
    statements: ['LI-19'],
    says: 'created_user_id',
    edits: [
      {
        file: OPERATIONS,
        find: "'support_email', 'created_user_id', 'created', 'modified_user_id'],",
        replace: "'support_email', 'created', 'modified_user_id'],",
      },
    ],
  },
  {
    title: BRANDING,
    rule: 'The registration fields of the branding domain are not a list.',
    statements: ['LI-20'],
    says: 'registration_fields is',
    edits: [
      {
        file: OPERATIONS,
        find: 'branding_domain: pickedOrNull(found.branding_domain, NESTED_KEYS.branding_domain),',
        replace:
          'branding_domain: { ...pickedOrNull(found.branding_domain, NESTED_KEYS.branding_domain), registration_fields: null },',
      },
    ],
  },
  {
    title: BRANDING,
    rule: 'The branding domain lacks custom_css.',
    statements: ['LI-21'],
    says: 'custom_css',
    edits: [{ file: OPERATIONS, find: "...['custom_theme', 'custom_css'],", replace: "...['custom_theme']," }],
  },
  {
    title: INSIDE,
    rule: 'A terminal lacks its local address.',
    statements: ['LI-22'],
    says: 'local_ip_address',
    edits: [
      { file: OPERATIONS, find: "terminals: ['id', 'local_ip_address', 'port'", replace: "terminals: ['id', 'port'" },
    ],
  },
  {
    title: INSIDE,
    rule: 'The tags of a location info come from another table.',
    statements: ['LI-23'],
    says: 'the tag among those of the location',
    edits: [
      { file: RESOURCE, find: "tags: many('tag', 'location_id')", replace: "tags: many('terminal', 'location_id')" },
    ],
  },
])
