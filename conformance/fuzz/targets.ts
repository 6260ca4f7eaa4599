import type { Json } from '../client.ts'
import type { Lab } from '../lab.ts'
import { SAMPLES, sampleMade } from '../samples.ts'

/** Records that requests may name. */
export interface Targets {
  /** Ids of records created for this run by plural name; harming them affects no other check. */
  own: Map<string, string[]>
  /** Ids of records that are there anyway, by plural name: to be looked at only. */
  seen: ReadonlyMap<string, readonly string[]>
  /** Ids of the other merchant. */
  theirs: readonly string[]
  /** Good values for fields that name records. */
  fields: Readonly<Record<string, Json>>
}

/** Makes one record of each kind and gathers what bodies can refer to. */
export async function makeTargets(lab: Lab, plurals: readonly string[]): Promise<Targets> {
  const own = new Map<string, string[]>()
  for (const sample of SAMPLES) own.set(sample.plural, [(await sampleMade(lab, sample)).id])
  const seen = new Map<string, string[]>()
  for (const plural of plurals) {
    const { body } = await lab.api.get(`${plural}?page_size=3`)
    if (Array.isArray(body?.[plural]))
      seen.set(
        plural,
        body[plural].map(({ id }: Json) => String(id)),
      )
  }
  const { merchant, other } = lab
  const only = (plural: string): Json => own.get(plural)?.[0]
  return {
    own,
    seen,
    theirs: [
      other.location_id,
      other.child_location_id,
      other.contact_id,
      other.user.user_id,
      other.cc_product_transaction_id,
    ],
    fields: {
      location_id: merchant.location_id,
      parent_id: merchant.location_id,
      primary_location_id: merchant.location_id,
      contact_id: merchant.contact_id,
      cc_product_transaction_id: merchant.cc_product_transaction_id,
      ach_product_transaction_id: merchant.ach_product_transaction_id,
      product_transaction_id: merchant.cc_product_transaction_id,
      terminal_id: merchant.terminal_id,
      account_vault_id: only('accountvaults'),
      transaction_id: only('transactions'),
      previous_transaction_id: only('transactions'),
      quick_invoice_id: only('quickinvoices'),
      scanner_model_id: 1,
      resource_id: only('contacts'),
    },
  }
}

/** Puts a new record in the place of those a request deleted. */
export async function replaceTarget(lab: Lab, targets: Targets, plural: string): Promise<void> {
  const sample = SAMPLES.find(each => each.plural === plural)
  if (!sample) return
  const { body } = await lab.api.post(plural, { [sample.noun]: await sample.body(lab) })
  const id = body?.[sample.noun]?.id
  if (typeof id === 'string') targets.own.set(plural, [id])
}
