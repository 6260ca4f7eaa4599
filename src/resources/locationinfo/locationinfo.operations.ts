import type { Operations } from '../../definition/noun.ts'
import type { ListAct, Query, ShowAct } from '../../definition/show.ts'
import { invalidField } from '../../lib/problem.ts'
import { locationinfo } from './locationinfo.ts'

type Locationinfo = typeof locationinfo

const RELATIONSHIPS = ['direct', 'child', 'all']
const ACTIVE: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }

/** A page of location infos takes one query for the locations and one for each kind of record inside them. */
export const locationinfoOperations: Operations<Locationinfo> = {
  list: {
    query: {
      relationship: 'direct (as when left out): the own location; child: those below it; all: both',
      product_transaction_active: '1 or 0: only product transactions that are active, or are not',
    },
    async run(act) {
      const relationship = act.query.findLast(([name]) => name === 'relationship')?.[1] ?? 'direct'
      if (!RELATIONSHIPS.includes(relationship)) {
        throw invalidField('relationship', `Relationship must be one of ${RELATIONSHIPS.join(', ')}.`)
      }
      activeFilter(Object.fromEntries(act.query))
      const rest = act.query.filter(([name]) => name !== 'relationship')
      const columns = rest.filter(([name]) => name !== 'product_transaction_active')
      const near = await nearby(relationship, act)
      return act.proceed([...rest, ['relationship', relationship]], near ? onlyOf(near, columns) : columns)
    },
  },
  async show(act: ShowAct<Locationinfo>) {
    const selection = {
      active: activeFilter(act.query),
      terminals_of_products: act.expand.includes('terminals'),
      surcharges: act.expand.includes('surcharges'),
    }
    const records = await act.proceed(Object.keys(locationinfo.expands))
    return records.map(record => compose(record, selection))
  },
}

/** Returns the locations in this relationship to the caller's own; null for all in the caller's scope. */
async function nearby(relationship: string, act: ListAct<unknown>): Promise<string[] | null> {
  if (relationship === 'all') return null
  const { location_id } = act.actor.caller
  if (relationship === 'direct') return [location_id]
  const below = await act.store.transaction(act.actor, work =>
    work.query<{ id: string }>(
      'select descendant_id as id from location_tree where ancestor_id = $1 and descendant_id <> ancestor_id',
      [location_id],
    ),
  )
  return below.map(({ id }) => id)
}

/** Returns the filters with `id` narrowed to these ids; a second `id` filter would widen the result. */
function onlyOf(ids: readonly string[], filters: Query): Query {
  const named = filters.filter(([name]) => name === 'id').flatMap(([, text]) => text.split(',').map(id => id.trim()))
  const left = named.length === 0 ? ids : named.filter(id => ids.includes(id))
  return [...filters.filter(([name]) => name !== 'id'), ['id', left.join(',')]]
}

function activeFilter(query: Record<string, string>): boolean | null {
  const text = query.product_transaction_active
  if (text === undefined || text === '') return null
  const active = ACTIVE[text]
  if (active === undefined)
    throw invalidField('product_transaction_active', 'Product Transaction Active must be either "1" or "0".')
  return active
}

/** The keys of each record inside a location info, exactly as the contract lists them (2.15). */
export const NESTED_KEYS = {
  product_transactions: [
    ...['id', 'payment_method', 'processor', 'title', 'receipt_header', 'receipt_footer'],
    ...['receipt_add_account_above_signature', 'receipt_add_recurring_above_signature', 'receipt_logo'],
    ...['receipt_show_contact_name', 'industry_type', 'partner', 'vt_cvv', 'vt_street', 'vt_zip', 'vt_order_num'],
    ...['display_avs', 'vt_enable', 'vt_enable_tip', 'surcharge', 'default_transaction_type', 'vt_require_street'],
    ...['vt_require_zip', 'vt_enable_sales_tax', 'vt_override_sales_tax_allowed', 'current_batch', 'vt_billing_phone'],
    ...['vt_clerk_number', 'quick_invoice_allow', 'active', 'hosted_payment_page_max_allowed'],
    ...['hosted_payment_page_allow', 'auto_decline_cvv', 'level3_allow', 'level3_default', 'tax_surcharge_config'],
    ...['velocity_settings', 'processor_data', '_links'],
  ],
  product_file: [
    ...['free_bytes', 'byte_increment', 'increment_cost', 'monthly_fee', 'max_file_size_bytes', 'id', 'title'],
    ...['product_file_credential_id', 'container', 'file_ext_allowed', 'created_user_id', 'modified_user_id'],
    ...['created_ts', 'modified_ts', 'active', '_links'],
  ],
  product_accountvault: [
    ...['id', 'title', 'location_id', 'created_user_id', 'modified_user_id', 'billing_location_id', 'created_ts'],
    ...['modified_ts', 'active', '_links'],
  ],
  product_recurring: [
    ...['id', 'title', 'location_id', 'created_user_id', 'modified_user_id', 'billing_location_id', 'created_ts'],
    ...['modified_ts', 'send_declined_notifications', 'require_full_payment', 'active', '_links'],
  ],
  branding_domain: [
    ...['allow_contact_signup', 'allow_contact_registration', 'allow_contact_login', 'registration_fields', 'id'],
    ...['url', 'title', 'logo', 'company_name', 'support_email', 'created_user_id', 'created', 'modified_user_id'],
    ...['modified', 'nav_color', 'nav_logo', 'fav_icon', 'button_primary_color', 'logo_background_color'],
    ...['icon_background_color', 'menu_text_background_color', 'menu_text_color', 'right_menu_background_color'],
    ...['right_menu_text_color', 'button_primary_text_color', 'help_text', 'email_reply_to', 'custom_javascript'],
    ...['custom_theme', 'custom_css'],
  ],
  terminals: ['id', 'local_ip_address', 'port', 'title', '_links'],
} as const satisfies Record<string, readonly string[]>

type Json = Record<string, unknown>

interface Selection {
  /** Only products in this state; null for all of them. */
  active: boolean | null
  /** Each product also lists the terminals that charge to it. */
  terminals_of_products: boolean
  /** The surcharges are listed by themselves too. */
  surcharges: boolean
}

/** Reduces the records inside a location info to the keys of the contract. */
export function compose(found: Json, selection: Selection): Json {
  const terminals = found.terminals as Json[]
  const products = (found.product_transactions as Json[]).filter(
    product => selection.active === null || Boolean(product.active) === selection.active,
  )
  // The contract has no list of them: each stands with its products, and in one of its own for who asks.
  const { surcharges: own, ...listed } = found
  const surcharges = new Map((own as Json[]).map(each => [each.id, each]))
  const { self } = found._links as { self: { href: string } }
  return {
    ...listed,
    ...(selection.surcharges ? { surcharges: own } : {}),
    _links: { self, location: { href: self.href.replace('/locationinfos/', '/locations/') } },
    product_transactions: products.map(product => ({
      ...picked(
        { ...product, surcharge: surcharges.get(product.surcharge_id) ?? null },
        NESTED_KEYS.product_transactions,
      ),
      ...(selection.terminals_of_products
        ? { terminals: pickedTerminals(terminals.filter(each => each.default_product_transaction_id === product.id)) }
        : {}),
    })),
    product_file: pickedOrNull(found.product_file, NESTED_KEYS.product_file),
    product_accountvault: pickedOrNull(found.product_accountvault, NESTED_KEYS.product_accountvault),
    product_recurring: pickedOrNull(found.product_recurring, NESTED_KEYS.product_recurring),
    branding_domain: pickedOrNull(found.branding_domain, NESTED_KEYS.branding_domain),
    terminals: pickedTerminals(terminals),
  }
}

function pickedTerminals(terminals: Json[]): Json[] {
  return terminals.map(each => picked(each, NESTED_KEYS.terminals))
}

function pickedOrNull(record: unknown, keys: readonly string[]): Json | null {
  return record ? picked(record as Json, keys) : null
}

function picked(record: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.map(key => [key, record[key]]))
}
