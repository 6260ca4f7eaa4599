import type { Change, Row } from '../../definition/resource.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { accountvault } from '../accountvault/accountvault.ts'
import { alert } from '../alert/alert.ts'
import { contact } from '../contact/contact.ts'
import { paylink } from '../paylink/paylink.ts'
import type { producttransaction } from '../producttransaction/producttransaction.ts'
import { quickinvoice } from '../quickinvoice/quickinvoice.ts'
import { recurring } from '../recurring/recurring.ts'
import { refundapproval } from '../refundapproval/refundapproval.ts'
import { transaction } from '../transaction/transaction.ts'
import { transactionbatch } from '../transactionbatch/transactionbatch.ts'
import { type POSTED, postbackconfig } from './postbackconfig.ts'

type Postbackconfig = typeof postbackconfig
type Posted = (typeof POSTED)[number]

const EXPANDS: Record<Posted, object> = {
  contact: contact.expands,
  transaction: transaction.expands,
  transactionbatch: transactionbatch.expands,
  accountvault: accountvault.expands,
  quickinvoice: quickinvoice.expands,
  paylink: paylink.expands,
  recurring: recurring.expands,
  alert: alert.expands,
  refundapproval: refundapproval.expands,
}

/** Records of these resources belong to a product, so their configuration names one (contract 2.12). */
const BY_PRODUCT: readonly Posted[] = ['transaction', 'transactionbatch']

const BLANK_PRODUCT = 'Product Transaction Id cannot be blank.'

const { rules, accept, refuse } = rulesOf(postbackconfig)

export const postbackconfigRules = rules({
  create: {
    validate(draft, problems) {
      checkFormat(draft, problems)
      if (!draft.resource) return
      const misses = BY_PRODUCT.includes(draft.resource) && !draft.product_transaction_id
      if (misses) problems.add('product_transaction_id', BLANK_PRODUCT)
      const text = expandsProblem(draft.resource, draft.expands)
      if (text) problems.add('expands', text)
    },
    decide(draft, { product_transaction_id: product }) {
      if (!BY_PRODUCT.includes(draft.resource)) return accept({ product_transaction_id: null })
      checkProduct(product, draft.location_id)
      return accept({})
    },
  },
  update: {
    validate: checkFormat,
    decide(row, change, refs) {
      const { product_transaction_id } = change
      const isMoved = product_transaction_id !== undefined && product_transaction_id !== row.product_transaction_id
      if (BY_PRODUCT.includes(row.resource) && isMoved) checkProduct(refs.product_transaction_id, row.location_id)
      const text = expandsProblem(row.resource, change.expands)
      if (text) return refuse('expands', text)
      const product = BY_PRODUCT.includes(row.resource) ? {} : { product_transaction_id: null }
      // Switching it on again forgets the failures for which it was switched off.
      const reset = change.is_active ? { disabled_ts: null, disabled_reason: null, failing_since_ts: null } : {}
      return accept({ ...product, ...reset })
    },
  },
})

function checkFormat(sent: Change<Postbackconfig>, problems: ProblemList<Postbackconfig>): void {
  if (sent.url !== undefined) {
    const text = urlProblem(sent.url)
    if (text) problems.add('url', `Url ${text}`)
  }
  // RFC 7617, section 2: the colon ends the user name.
  if (sent.basic_auth_username?.includes(':')) {
    problems.add('basic_auth_username', 'Basic Auth Username must not contain a colon.')
  }
}

function urlProblem(text: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an http or https address.'
  return url.username || url.password
    ? 'must not hold credentials; send basic_auth_username and basic_auth_password.'
    : null
}

function expandsProblem(resource: Posted, text: string | null | undefined): string | null {
  const names = (text ?? '').split(',').map(name => name.trim())
  const unknown = names.filter(name => name !== '' && !Object.hasOwn(EXPANDS[resource], name))
  if (unknown.length === 0) return null
  return `Expands has names that ${resource} records do not have: ${unknown.join(', ')}.`
}

/** A product of another location would never have a matching record. */
function checkProduct(product: Row<typeof producttransaction> | null | undefined, location_id: string): void {
  if (!product) throw invalidField('product_transaction_id', BLANK_PRODUCT)
  if (product.location_id !== location_id) throw notValid('product_transaction_id')
}
