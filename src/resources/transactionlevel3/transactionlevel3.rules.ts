import type { Row } from '../../definition/resource.ts'
import { type Reader, rulesOf } from '../../definition/rules.ts'
import { invalidField } from '../../lib/problem.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { transaction } from '../transaction/transaction.ts'
import { isSettledWith, transactionbatch } from '../transactionbatch/transactionbatch.ts'
import { BRANDS, type Brand } from './columns.ts'
import { transactionlevel3 } from './transactionlevel3.ts'
import { validateLevel3 } from './validate.ts'

const { rules, accept, refuseAll } = rulesOf(transactionlevel3)

export const NOT_OFFERED = 'Level 3 data is not offered for this transaction.'
const SETTLED = 'The transaction has been settled; its level 3 data cannot be changed any more.'

/** `direct marketing` of the contract is what products call moto (contract 4.11). */
const INDUSTRIES: readonly string[] = ['retail', 'retail_self_serve', 'ecommerce', 'moto']

export interface Level3Facts {
  payment: Row<typeof transaction>
  settled: boolean
  product: Row<typeof producttransaction> | null
  /** The data the transaction has; without any the endpoint cannot be used. */
  existing: Row<typeof transactionlevel3> | null
}

export const transactionlevel3Rules = rules<Level3Facts, undefined, boolean>({
  create: {
    validate(draft, problems) {
      if (Array.isArray(draft.level3_data)) problems.add('level3_data', 'Level3 Data must be a JSON object.')
    },
    async load(_draft, { transaction_id: payment }, read) {
      return {
        payment,
        settled: await isSettled(payment, read),
        product: await read.maybe(producttransaction, payment.product_transaction_id),
        existing: await read.find(transactionlevel3, { transaction_id: payment.id }),
      }
    },
    decide(draft, { payment, settled, product, existing }) {
      if (!existing || !product || !offersLevel3(product)) throw invalidField('transaction_id', NOT_OFFERED)
      if (settled) throw invalidField('transaction_id', SETTLED)
      const { data, problems } = validateLevel3(
        draft.level3_data as Record<string, unknown>,
        payment.account_type as Brand,
      )
      refuseAll(problems)
      return accept({ level3_data: data, automatic: false })
    },
  },
  remove: {
    load: async (row, read) => isSettled(await read.maybe(transaction, row.transaction_id), read),
    decide(_row, settled) {
      if (settled) throw invalidField('transaction_id', SETTLED)
      return accept({})
    },
  },
})

/** The batch may be that of a product of another location than the caller's. */
async function isSettled(payment: Row<typeof transaction> | null, read: Reader): Promise<boolean> {
  const batch = await read.asRoot().maybe(transactionbatch, payment?.transaction_batch_id)
  return batch !== null && isSettledWith(batch, payment!.id)
}

/** Whether payments through this product carry Level 3 data: it is switched on, and the industry is one that may. */
export function offersLevel3(product: Row<typeof producttransaction>): boolean {
  return product.level3_allow && INDUSTRIES.includes(product.industry_type)
}

/** The brand whose fields a payment's data has, or null where no such data exists. */
export function brandOf(account_type: unknown): Brand | null {
  return BRANDS.includes(account_type) ? (account_type as Brand) : null
}
