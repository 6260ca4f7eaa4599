import type { CreateAct } from '../../definition/command.ts'
import type { Operations } from '../../definition/noun.ts'
import { type ProblemList, rulesOf } from '../../definition/rules.ts'
import { type AmountLimits, amountProblem } from '../../lib/amount-limits.ts'
import { newId } from '../../lib/id.ts'
import { newEncryptionKey } from '../../lib/page-link.ts'
import { invalidField, notValid } from '../../lib/problem.ts'
import { sealedKeys } from '../../lib/sealed-key.ts'
import { isOrigin } from '../../lib/web-address.ts'
import { producttransaction } from '../producttransaction/producttransaction.ts'
import { amountLimits } from '../producttransaction/requirements.ts'
import { readFieldConfiguration } from './field-configuration.ts'
import { hostedpaymentpage } from './hostedpaymentpage.ts'

type Page = typeof hostedpaymentpage

const { rules, accept, refuse } = rulesOf(hostedpaymentpage)

interface Sent {
  parent_origin?: string | null
  field_configuration?: unknown
  min_payment_amount?: bigint | null
  max_payment_amount?: bigint | null
}

export const hostedpaymentpageRules = rules({
  create: {
    validate: examine,
    load: async (_draft, refs, read) => ({
      ...refs,
      limits: await amountLimits(read, [refs.product_transaction_id]),
    }),
    decide(draft, { product_transaction_id: product, limits }, { caller }) {
      if (product.location_id !== draft.location_id || !product.active) throw notValid('product_transaction_id')
      if (!product.hosted_payment_page_allow)
        return refuse('product_transaction_id', 'This product does not allow hosted payment pages.')
      checkBounds(draft)
      checkTaken(draft, limits)
      return accept({ user_id: caller.user_id })
    },
  },
  update: {
    validate: examine,
    load: async (row, _change, _refs, read) =>
      amountLimits(read, [await read.maybe(producttransaction, row.product_transaction_id)]),
    decide(row, change, limits) {
      const { min_payment_amount = null, max_payment_amount = null } = change
      checkBounds({ ...row, ...change })
      checkTaken({ min_payment_amount, max_payment_amount }, limits)
      return accept({})
    },
  },
})

function examine(sent: Sent, problems: ProblemList<Page>): void {
  const { parent_origin, field_configuration } = sent
  if (parent_origin && !isOrigin(parent_origin))
    problems.add('parent_origin', 'Parent Origin must be an origin such as https://shop.example.')
  const fields = readFieldConfiguration(field_configuration)
  if (typeof fields === 'string') problems.add('field_configuration', `Field Configuration ${fields}`)
}

function checkBounds({ min_payment_amount: least, max_payment_amount: most }: Sent): void {
  if (least && most && least > most)
    refuse('max_payment_amount', 'Max Payment Amount must be no less than Min Payment Amount.')
}

/** A page whose bounds leave nothing that the processor takes could never be paid. */
function checkTaken({ min_payment_amount: least, max_payment_amount: most }: Sent, limits: AmountLimits): void {
  if (most && most < limits.least_amount)
    refuse('max_payment_amount', `Max Payment Amount ${amountProblem(most, limits)}`)
  if (least && least > limits.largest_amount)
    refuse('min_payment_amount', `Min Payment Amount ${amountProblem(least, limits)}`)
}

/** A product has as many pages as it says. Its row is held while they are counted, so that two requests cannot pass. */
export const hostedpaymentpageOperations: Operations<Page> = {
  async create({ actor, draft, refs, read, moment, store, parts: { cipher } }: CreateAct<Page>) {
    const { load, decide } = hostedpaymentpageRules.create!
    const decision = decide!(draft, await load!(draft, refs, read, moment), moment)
    // The seal is bound to the id, so it is made first.
    const named = { id: newId(moment.seconds * 1000) }
    const sealed = sealedKeys(
      cipher,
      { ...named, root_id: actor.caller.root_id },
      { encryption_key: newEncryptionKey() },
    )
    return store.transaction(actor, async work => {
      const row = await work.insert(hostedpaymentpage, { ...draft, ...decision.set, ...named, ...sealed })
      const { product_transaction_id } = row
      const product = await work.lock(producttransaction, product_transaction_id)
      const most = product?.hosted_payment_page_max_allowed ?? 0
      const pages = await work.all(hostedpaymentpage, { product_transaction_id }, most + 1)
      if (pages.length <= most) return row
      throw invalidField('product_transaction_id', `This product has ${most} hosted payment pages, which is its limit.`)
    })
  },
}
